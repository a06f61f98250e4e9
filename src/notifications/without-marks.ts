/**
 * Converts an agent's Markdown to plain lines for lock screens. Not for outsiders' words, whose characters
 * are shown literally. Pure.
 */
export function withoutMarks(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) =>
      line
        .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
        .replace(/^\s*(?:#{1,6}|>)\s+/, "")
        .replace(/^(\s*)[-*+]\s+/, "$1• ")
        .replace(/\*\*|__|`+/g, "")
        .replace(/(^|\s)\*([^*\s][^*]*)\*(?=\W|$)/g, "$1$2"),
    )
    .filter((line) => !/^\s*\|?[\s:|-]*-{3}[\s:|-]*$/.test(line))
    .join("\n")
    .trim();
}
