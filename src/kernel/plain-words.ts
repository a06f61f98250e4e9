/** Words as people search for them. */

/** Lowercase words without accents; a unit written "4 B", "4-b" or "#4B" becomes the single word "4b". */
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

export function sortNameOf(name: string): string {
  return plainWords(name).join(" ") || name.toLowerCase();
}
