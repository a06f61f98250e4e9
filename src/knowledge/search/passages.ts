/**
 * Splits items into passages by structure: sections and tables of a file, an e-mail's own text (quoted text is removed on receipt,
 * src/platform/email), a dialogue turn. A passage has at most 600 words; longer ones are split between sentences, and the last 100 words
 * are repeated in the next. Pure.
 */
import { countWords, unitsIn } from "./parts.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import { lazy } from "../../kernel/lazy.ts";

/** A passage and its place, which isn't part of its own words. */
export interface Passage {
  readonly text: string;
  readonly context: string;
}

const dayWords = lazy(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }));
const MOST_WORDS = 600;
const OVERLAP_WORDS = 100;
/** Maximum characters per item. */
const MOST_CHARS = 400_000;

/** Kinds whose items are dialogue turns. */
const TURNS: ReadonlySet<SearchKind> = new Set(["sms", "call", "conversation", "note"]);

/** Whether an item is a dialogue turn, whose context is the preceding turn. */
export function isTurn({ source, thread }: Pick<SearchItem, "source" | "thread">): boolean {
  return TURNS.has(source) && thread !== undefined && thread !== null;
}

/** An item's passages in order, at least one. A summary comes first. */
export function passagesOf(item: SearchItem): Passage[] {
  if (item.source === "account") return ofAccount(item).map((text) => ({ text, context: "" }));
  const about = [item.title, dateWords(item.at)].filter((part) => part !== "").join(", ");
  const text = item.text.slice(0, MOST_CHARS);
  const sections = item.source === "file" ? sectionsOf(text) : [{ heading: "", text }];
  const passages = sections.flatMap(({ heading, text: words }) => {
    const context = [about, heading].filter((part) => part !== "").join(" › ");
    return cut(words).map((piece) => ({ text: piece, context }));
  });
  const summary = item.summary ?? "";
  const first = summary === "" ? [] : [{ text: summary, context: `${about} › Summary` }];
  return passages.length + first.length > 0 ? [...first, ...passages] : [{ text: "", context: about }];
}

/**
 * Separate passages for an account's name, line and people: stages and coverages are alike across accounts and would make them all
 * similar.
 */
function ofAccount({ title, text }: SearchItem): string[] {
  const who = text.split(" | ").filter((part) => part !== title && !/^(?:Stage|Insurance): /.test(part));
  return [title, text, who.join(", ")].filter((one) => one !== "");
}

/** `Saturday 21 November 2026`, as people write dates in questions; empty without a time. */
export function dateWords(at: string): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms) || ms <= 0) return "";
  return dayWords().format(ms).replaceAll(",", "");
}

interface Section {
  readonly heading: string;
  readonly text: string;
}

/** Markdown sections with their parent headings; plain text is one section. */
function sectionsOf(text: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  const above: string[] = [];
  let inCode = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    const [, marks, words] = inCode ? [] : (/^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? []);
    if (marks === undefined || words === undefined) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    above.length = marks.length - 1;
    above[marks.length - 1] = words;
    sections.push({ heading: above.filter((one) => one !== undefined && one !== "").join(" › "), lines: [] });
  }
  return sections
    .map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() }))
    .filter(({ heading, text: words }) => words !== "" || heading !== "");
}

/**
 * Pieces within the word limit, split between blocks if possible, else between sentences. Pieces that continue a table repeat its header.
 */
function cut(text: string): string[] {
  if (countWords(text) <= MOST_WORDS) return text.trim() === "" ? [] : [text.trim()];
  const pieces: string[] = [];
  let piece: string[] = [];
  let count = 0;
  let head = "";
  for (const unit of unitsOf(text)) {
    const size = countWords(unit);
    if (count + size > MOST_WORDS && count > 0) {
      pieces.push(piece.join("").trim());
      const isRow = ROW.test(unit) && head !== "" && countWords(head) + size <= MOST_WORDS;
      // Rows need column names, so the header replaces the usual overlap.
      piece = isRow ? [head] : overlap(piece);
      count = countWords(piece.join(""));
    }
    head = headAfter(head, unit, piece);
    piece.push(unit);
    count += size;
  }
  const last = piece.join("").trim();
  return last === "" ? pieces : [...pieces, last];
}

const ROW = /^\s*\|/;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** The header (first row and delimiter) of the table a line is in; empty outside tables. */
function headAfter(head: string, unit: string, before: readonly string[]): string {
  if (!ROW.test(unit)) return "";
  return RULE.test(unit) ? `${before.at(-1) ?? ""}${unit}` : head;
}

/** The overlap repeated in the next piece. */
function overlap(units: readonly string[]): string[] {
  const kept: string[] = [];
  let count = 0;
  for (const unit of units.toReversed()) {
    count += countWords(unit);
    if (count > OVERLAP_WORDS) break;
    kept.unshift(unit);
  }
  return kept;
}

const sentenceSegments = lazy(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** Table rows and list items stay whole, prose is split by sentence, and oversized sentences by word. */
export function unitsOf(text: string): string[] {
  return text
    .split(/(?<=\n)/)
    .flatMap((line) => (/^\s*(?:\||[-*+]\s|\d+[.)]\s)/.test(line) ? [line] : [...segments(line)]))
    .flatMap((unit) => (countWords(unit) <= MOST_WORDS - OVERLAP_WORDS ? [unit] : byWords(unit)));
}

function* segments(line: string): Generator<string> {
  for (const { segment } of sentenceSegments().segment(line)) yield segment;
}

function byWords(unit: string): string[] {
  const words = unitsIn(unit);
  const size = MOST_WORDS - OVERLAP_WORDS;
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(""),
  );
}
