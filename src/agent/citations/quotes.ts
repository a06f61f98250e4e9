/** Finds the quotes of an answer, and checks whether texts contain them exactly. Pure. */

/** Number of words from which text in quotation marks is a quote and not a name; with a figure, one word is enough. */
const QUOTE_WORDS = 3;

const MARKED = /“([^“”]{1,2000})”|(?<![\p{L}\p{M}\p{N}])"([^"\n]{1,2000})"(?![\p{L}\p{M}\p{N}])/gu;

/** Quoted text: in quotation marks, or an indented quote. */
export function quotesOf(text: string): string[] {
  const lines = text.replace(/```[\s\S]*?(?:```|$)/g, "").split("\n");
  const isQuoted = (line: string | undefined): boolean => /^\s*>/.test(line ?? "");
  const blocks: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isQuoted(line)) continue;
    const bare = line.replace(/^[\s>]+/, "");
    if (isQuoted(lines[index - 1])) blocks.push(`${blocks.pop() ?? ""} ${bare}`);
    else blocks.push(bare);
  }
  const prose = lines.filter((line) => !isQuoted(line)).join("\n");
  const whole = blocks.flatMap((block) => (/[“"]/.test(block) ? marked(block) : [block]));
  return [...new Set([...whole, ...marked(prose)].map((quote) => quote.trim()))].filter(isQuote);
}

/** An answer without its quotes, which are checked exactly. */
export function withoutQuotes(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      /^\s*>/.test(line)
        ? ""
        : line.replace(MARKED, (whole, curly?: string, straight?: string) =>
            isQuote(curly ?? straight ?? "") ? " … " : whole,
          ),
    )
    .join("\n");
}

function marked(text: string): string[] {
  return [...text.matchAll(MARKED)].map(([, curly, straight]) => curly ?? straight ?? "");
}

function isQuote(words: string): boolean {
  return /\d/.test(words) || (words.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) >= QUOTE_WORDS;
}

/** Normalizes quotation marks, dashes and spaces, and removes emphasis; letters, digits and periods stay. */
export function folded(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\*\*?|(?<!\w)_|_(?!\w)/g, "")
    .replace(/\s+/g, " ");
}

/**
 * Whether normalized texts contain a quote, with all its pieces in one text; omissions (`…`) and insertions
 * (`[…]`) separate pieces.
 */
export function isIn(quote: string, texts: readonly string[]): boolean {
  const pieces = folded(quote)
    .split(/\.\.\.|…|\[[^\]]*\]/)
    .map((piece) => piece.replace(/^[\s"',;:-]+|[\s"'.,;:!?-]+$/g, ""))
    .filter((piece) => piece !== "");
  return texts.some((text) => pieces.every((piece) => holds(text, piece) || holds(text, otherCase(piece))));
}

/** The first letter may be capitalized in the quote but not in its source, or vice versa. */
function otherCase(words: string): string {
  const first = words.charAt(0);
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return other + words.slice(1);
}

/** Whether a text contains words, but not within longer ones: `$125` is not in `$1,250` or `$125.50`. */
export function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const behind = text.slice(at + words.length, at + words.length + 2);
    if (!runsOn(before, words, behind)) return true;
  }
  return false;
}

function runsOn(before: string, words: string, behind: string): boolean {
  const begins = /^[\p{L}\p{M}\p{N}]/u.test(words) && /[\p{L}\p{M}\p{N}]$/u.test(before);
  const ends = /[\p{L}\p{M}\p{N}]$/u.test(words) && /^[\p{L}\p{M}\p{N}]/u.test(behind);
  const inNumber =
    (/^\d/.test(words) && /\d[.,:]$/.test(before)) || (/\d$/.test(words) && /^[.,:]\d/.test(behind));
  return begins || ends || inNumber;
}
