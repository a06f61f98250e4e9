/** Finds quoted words in a file. Pure. */

/** The range of a quote; null if the text doesn't contain it. Whitespace is normalized, since a quote can span lines. */
export function quoteRange(content: string, quote: string): readonly [number, number] | null {
  const exact = content.indexOf(quote);
  if (exact >= 0) return [exact, exact + quote.length];
  const words = quote.trim().split(/\s+/);
  if (words.length === 0 || words[0] === "") return null;
  const pattern = words
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const found = new RegExp(pattern).exec(content);
  return found === null ? null : [found.index, found.index + found[0].length];
}
