/** What an answer stands on: passages its turn found on record, and which of its quotes stand nowhere letter for letter. Pure; no model is asked. */
import * as z from "zod";
import type { ContextUsed, Part } from "../protocol/message.ts";

/** What is kept of an answer beside its words. */
export interface StandsOn {
  readonly contextUsed: readonly ContextUsed[];
  /** Its quotes, as it writes them, that nothing it was given holds. */
  readonly unprovenQuotes: readonly string[];
}

/** A message as far as proof needs it. */
export interface Given {
  readonly runId: string;
  readonly kind: string;
  readonly parts: readonly Part[];
}

/** Passages shown under an answer, at most. */
const SOURCES = 5;
const UNPROVEN = 10;
/** Words from which something between quotation marks is a quote and no name; with a figure in it, one is enough. */
const QUOTE_WORDS = 3;

/** A passage as tools answer it. */
const passageSchema = z.object({
  in: z.string(),
  title: z.string(),
  at: z.string(),
  quote: z.string(),
  /** A path of ours: what is from outside must not name another place. */
  link: z.string().regex(/^\/(?![/\\])/),
  relevance: z.number(),
});
type Passage = z.infer<typeof passageSchema>;

/** What an answer of a run stands on, by what was said and found up to it. Null where its run found no passages. */
export function standsOn(runId: string, answer: string, given: readonly Given[]): StandsOn | null {
  const results = given.flatMap(({ kind, runId: of, parts }) =>
    kind === "results" && of === runId ? parts.flatMap(resultOf) : [],
  );
  const passages = distinct(results.flatMap(passagesOf));
  if (passages.length === 0) return null;
  const quotes = quotesOf(answer);
  const words = given.flatMap((message) => wordsOf(message, runId)).map(folded);
  const named = passages.filter(
    ({ link, quote }) => holds(answer, link) || quotes.some((one) => isIn(one, [folded(quote)])),
  );
  return {
    contextUsed: (named.length > 0 ? named : passages)
      .toSorted((left, right) => right.relevance - left.relevance)
      .slice(0, SOURCES)
      .map(({ in: source, title, at, link, relevance }) => ({ id: link, source, title, relevance, at })),
    unprovenQuotes: quotes.filter((quote) => !isIn(quote, words)).slice(0, UNPROVEN),
  };
}

function distinct(passages: readonly Passage[]): Passage[] {
  const byLink = new Map<string, Passage>();
  for (const passage of passages) {
    const known = byLink.get(passage.link);
    if (known === undefined || known.relevance < passage.relevance) byLink.set(passage.link, passage);
  }
  return [...byLink.values()];
}

function resultOf(part: Part): unknown[] {
  const { type, content } = part as { readonly type: string; readonly content?: unknown };
  if (type !== "tool_result" || typeof content !== "string") return [];
  try {
    return [JSON.parse(content) as unknown];
  } catch {
    return [content];
  }
}

function passagesOf(result: unknown): Passage[] {
  const { items } = (result ?? {}) as { readonly items?: unknown };
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const read = passageSchema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** Words that may be quoted: what people wrote, what look-ups found, and the drafts of this run. What else the agent wrote proves nothing. */
function wordsOf({ kind, runId, parts }: Given, ofRun: string): string[] {
  if (kind === "results") return parts.flatMap(resultOf).flatMap(leaves);
  if (kind === "reply" && runId === ofRun)
    return parts.flatMap((part) => (part.type === "tool_use" && isDraft(part) ? leaves(part) : []));
  return kind === "reply" || kind === "repair" ? [] : parts.flatMap(leaves);
}

/** A call with words to be sent; a question to a look-up is the agent's own. */
function isDraft(part: Part): boolean {
  const { input } = part as { readonly input?: unknown };
  return typeof input === "object" && input !== null && ("body" in input || "content" in input);
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(leaves);
}

const MARKED = /“([^“”]{1,2000})”|(?<![\p{L}\p{N}])"([^"\n]{1,2000})"(?![\p{L}\p{N}])/gu;

/** What a text gives out as somebody's very words: between quotation marks, and indented as a quote. */
function quotesOf(text: string): string[] {
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

function marked(text: string): string[] {
  return [...text.matchAll(MARKED)].map(([, curly, straight]) => curly ?? straight ?? "");
}

function isQuote(words: string): boolean {
  return /\d/.test(words) || (words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= QUOTE_WORDS;
}

/** One way to write quotation marks, dashes and spaces, and no emphasis; letters, figures and points stay. */
function folded(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\*\*?|(?<!\w)_|_(?!\w)/g, "")
    .replace(/\s+/g, " ");
}

/** Whether texts hold a quote, one of them each piece of it: what was left out (`…`) or put in (`[…]`) stands between pieces. */
function isIn(quote: string, texts: readonly string[]): boolean {
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
function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const behind = text.slice(at + words.length, at + words.length + 2);
    if (!runsOn(before, words, behind)) return true;
  }
  return false;
}

function runsOn(before: string, words: string, behind: string): boolean {
  const begins = /^[\p{L}\p{N}]/u.test(words) && /[\p{L}\p{N}]$/u.test(before);
  const ends = /[\p{L}\p{N}]$/u.test(words) && /^[\p{L}\p{N}]/u.test(behind);
  const inNumber =
    (/^\d/.test(words) && /\d[.,:]$/.test(before)) || (/\d$/.test(words) && /^[.,:]\d/.test(behind));
  return begins || ends || inNumber;
}
