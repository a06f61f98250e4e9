/**
 * Detects duplicate passages across items: an e-mail and its copy in an account's folder, a file and a summary with all its words. Pure.
 */
import { plainWords } from "../../kernel/plain-words.ts";
import type { FoundPassage } from "../../platform/api/search-items.ts";

type Passage = Pick<FoundPassage, "source" | "url" | "text">;

/** Consecutive words per shingle. */
const ROW = 4;
/** Minimum share of the shorter passage's shingles found in the other. */
const SAME = 0.8;
/** Passages with fewer shingles are too short to compare. */
const FEWEST_ROWS = 6;

/** Drops copies of earlier passages. Equal passages of the same kind, such as a monthly text, are not copies. */
export function withoutDuplicates<One extends Passage>(passages: readonly One[]): One[] {
  const kept: { readonly passage: One; readonly rows: ReadonlySet<string> }[] = [];
  for (const passage of passages) {
    const rows = rowsOf(passage.text);
    const isTwin = kept.some((one) => canBeCopy(one.passage, passage) && saySame(one.rows, rows));
    if (!isTwin) kept.push({ passage, rows });
  }
  return kept.map(({ passage }) => passage);
}

function canBeCopy(one: Passage, other: Passage): boolean {
  if (one.source !== other.source) return true;
  if (one.source === "file") return folderOf(one.url) === folderOf(other.url);
  // An e-mail to two mailboxes may be both in the inbox and in a source.
  return one.source === "email" && isOfSource(one) !== isOfSource(other);
}

function isOfSource({ url }: Passage): boolean {
  return url.startsWith("/knowledge/");
}

function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/"));
}

function rowsOf(text: string): Set<string> {
  const words = plainWords(text);
  return new Set(words.slice(ROW - 1).map((_, at) => words.slice(at, at + ROW).join(" ")));
}

function saySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [shorter, longer] = one.size <= other.size ? [one, other] : [other, one];
  if (shorter.size < FEWEST_ROWS) return false;
  return [...shorter].filter((row) => longer.has(row)).length >= shorter.size * SAME;
}
