/** The quotes of an answer, and whether texts hold them letter for letter. Pure. */

/** Words from which something between quotation marks is a quote and no name; with a figure in it, one is enough. */
const QUOTE_WORDS = 3;

const MARKED = /“([^“”]{1,2000})”|(?<![\p{L}\p{M}\p{N}])"([^"\n]{1,2000})"(?![\p{L}\p{M}\p{N}])/gu;

/** What a text gives out as somebody's very words: between quotation marks, and indented as a quote. */
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

/** An answer without what it gives out as quotes: those are judged by their letters. */
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

/** One way to write quotation marks, dashes and spaces, and no emphasis; letters, figures and points stay. */
export function folded(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\*\*?|(?<!\w)_|_(?!\w)/g, "")
    .replace(/\s+/g, " ");
}

/** Whether folded texts hold a quote, one of them each piece of it: what was left out (`…`) or put in (`[…]`) stands between pieces. */
export function isIn(quote: string, texts: readonly string[]): boolean {
  const pieces = folded(quote)
    .split(/\.\.\.|…|\[[^\]]*\]/)
    .map((piece) => piece.replace(/^[\s"',;:-]+|[\s"'.,;:!?-]+$/g, ""))
    .filter((piece) => piece !== "");
  return texts.some((text) => pieces.every((piece) => holds(text, piece) || holds(text, otherCase(piece))));
}

/** A quote may begin a sentence where its source does not, or the other way round. */
function otherCase(words: string): string {
  const first = words.charAt(0);
  const other = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();
  return other + words.slice(1);
}

/** Whether a text holds words, and not as a part of longer ones: `$125` is not in `$1,250` or `$125.50`. */
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
