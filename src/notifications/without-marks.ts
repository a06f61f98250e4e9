/**
 * What an agent wrote in Markdown, as a lock screen shows it: words alone, line by line. Not for words of outsiders, whose characters are shown as they
 * are. Pure.
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
