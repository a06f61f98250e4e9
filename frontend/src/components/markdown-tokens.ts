/**
 * The Markdown parser with limits. Its search for links and emphasis takes quadratic time or worse in a paragraph's length, so a few ten thousand
 * hostile characters would freeze the page for minutes: long paragraphs stay plain text, and text that is already parsed isn't parsed again while
 * more streams in. Pure except for the given cache.
 */
import { Lexer, Tokenizer, type Token, type Tokens } from "marked";

/** Longest paragraph that is searched for links and emphasis. */
const MAX_INLINE_CHARS = 2000;
/** Longest text that is parsed at all. */
export const MAX_MARKDOWN_CHARS = 100_000;
const MAX_REMEMBERED = 2000;
/** The maximum number of cells in a rendered table: the parser pads every short row to the width of the header. */
const MAX_CELLS = 4000;

class BoundedTokenizer extends Tokenizer {
  override table(src: string): Tokens.Table | undefined {
    const end = /\n[ \t]*(?:\n|$)/.exec(src)?.index ?? src.length;
    const lines = src.slice(0, end).split("\n");
    const columns = (lines[1] ?? "").split("|").length;
    return columns * lines.length > MAX_CELLS ? undefined : super.table(src);
  }
}

/** Paragraphs parsed before, by their words and how many link definitions were known. */
export type Remembered = Map<string, Token[]>;

/** Closes the marks a half-written text has left open. */
export type CloseMarks = (text: string) => string;

/** Tokens of a text; null if it is too long or too deep to parse. `close` is for Markdown that is still streaming. */
export function markdownTokens(
  text: string,
  close: CloseMarks | null,
  remembered: Remembered,
): Token[] | null {
  if (text.length > MAX_MARKDOWN_CHARS) return null;
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() });
  try {
    lexer.blockTokens((close === null ? text : closed(text, close)).replace(/\r\n?/g, "\n"), lexer.tokens);
    const definitions = Object.keys(lexer.tokens.links).length;
    for (const { src, tokens } of lexer.inlineQueue)
      tokens.push(...inlineTokens(lexer, src, definitions, remembered));
    return lexer.tokens;
  } catch {
    // Nested deeper than the parser can go.
    return null;
  }
}

function inlineTokens(lexer: Lexer, src: string, definitions: number, remembered: Remembered): Token[] {
  if (src.length > MAX_INLINE_CHARS) return [{ type: "plain", raw: src }];
  const key = `${definitions} ${src}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const tokens = lexer.inlineTokens(src, []);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, tokens);
  return tokens;
}

/** The last paragraph with its open marks closed. Inside a code block nothing is a mark. */
function closed(text: string, close: CloseMarks): string {
  const start = text.lastIndexOf("\n\n") + 1;
  const tail = text.slice(start);
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  if (tail.length > MAX_INLINE_CHARS || fences % 2 === 1) return text;
  return text.slice(0, start) + close(tail);
}
