/**
 * Marks an answer with its model's citations: each sentence of a citing piece starts with a mark that lists
 * its passages. Pure.
 */
import { citationsOf, joinedTexts, type Citation } from "../api/cited-text.ts";
import type { Part } from "../api/message.ts";
import { recordOf, type Thing } from "./given.ts";

export interface CitedPassage extends Citation {
  /** The content of its text. */
  readonly says: Thing;
}

/** A reply as written, and how to read its text. */
export interface Answer {
  readonly parts: readonly Part[];
  readonly text: (parts: readonly Part[]) => string;
}

/** The marked text, and the passages by index. */
export interface CitedAnswer {
  readonly text: string;
  readonly passages: readonly CitedPassage[];
}

/** Private-use characters, which our texts never contain. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
/** The mark of a piece without citations. */
const NONE = "-";
const MARKS = new RegExp(`(?:${OPEN}(?:\\d+|${NONE})${CLOSE})+`, "g");
const STRAY = new RegExp(`[${OPEN}${CLOSE}]`, "g");
/** Where a sentence of a piece starts, after any list marker. */
const BEGINS =
  /(^|\n|(?<=[.!?]["”)*]*)[^\S\n]+(?=[\p{Lu}"“*[(]))((?:[\s>#]*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?))(?=\S)/gu;

/** Builds the marked answer. A citation counts if `isTrue` finds its exact words in the source. */
export function citedAnswer(
  { parts, text: plain }: Answer,
  isTrue: (citation: Citation) => boolean,
): CitedAnswer {
  const passages: CitedPassage[] = [];
  const indexOf = (citation: Citation): number => {
    const known = passages.findIndex(
      ({ source, cited }) => source === citation.source && cited === citation.cited,
    );
    return known >= 0 ? known : passages.push({ ...citation, says: recordOf(citation.cited) }) - 1;
  };
  const marked = joinedTexts(parts, (text, citations) => {
    const true_ = [...new Set(citations.filter(isTrue).map(indexOf))];
    const named = true_.length === 0 ? [NONE] : true_;
    const marks = named.map((index) => `${OPEN}${index}${CLOSE}`).join("");
    return text
      .replace(STRAY, "")
      .replace(BEGINS, (_, before: string, point: string) => `${before}${point}${marks}`);
  });
  return { text: plain(marked), passages };
}

export function citesAny(parts: readonly Part[]): boolean {
  return parts.some((part) => citationsOf(part).length > 0);
}

/** A piece of a sentence: its start, and the indexes of its passages. */
export interface Piece {
  readonly at: number;
  readonly cites: readonly number[];
}

/** A sentence without marks, and its pieces. */
export function withoutMarks(text: string): { readonly text: string; readonly pieces: readonly Piece[] } {
  const pieces: Piece[] = [];
  let taken = 0;
  const bare = text.replace(MARKS, (marks: string, at: number) => {
    const cites = [...marks.matchAll(/\d+/g)].map(([index]) => Number(index));
    pieces.push({ at: at - taken, cites });
    taken += marks.length;
    return "";
  });
  return { text: bare, pieces };
}
