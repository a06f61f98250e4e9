/** Words as people look for them. */

/** Lower-case words without accents; a unit written "4 B", "4-b" or "#4B" is the one word "4b". */
export function plainWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/(\d)[\s-]+([a-z])(?![\p{L}\p{N}])/gu, "$1$2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
