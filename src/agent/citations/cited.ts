/** An answer with what its model cites: in front of each sentence of a cited piece stands a mark that says which passages it cites. Pure. */
import { citationsOf, joinedTexts, type Citation } from "../api/cited-text.ts";
import type { Part } from "../api/message.ts";
import { recordOf, type Thing } from "./given.ts";

export interface CitedPassage extends Citation {
  /** What its words say. */
  readonly says: Thing;
}

/** A reply as it was written, and how its words are read. */
export interface Answer {
  readonly parts: readonly Part[];
  readonly text: (parts: readonly Part[]) => string;
}

/** An answer's words with marks, and the passages they name by their place. */
export interface CitedAnswer {
  readonly text: string;
  readonly passages: readonly CitedPassage[];
}

/** Private characters, which no text of ours holds. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
/** Stands for a piece that cites nothing. */
const NONE = "-";
const MARKS = new RegExp(`(?:${OPEN}(?:\\d+|${NONE})${CLOSE})+`, "g");
const STRAY = new RegExp(`[${OPEN}${CLOSE}]`, "g");
/** Where a sentence of a piece begins, behind the point of a list. */
const BEGINS =
  /(^|\n|(?<=[.!?]["”)*]*)[^\S\n]+(?=[\p{Lu}"“*[(]))((?:[\s>#]*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?))(?=\S)/gu;

/** An answer of parts; a citation counts that `isTrue` finds letter for letter in its source. */
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

/** Whether a reply cites search results. */
export function citesAny(parts: readonly Part[]): boolean {
  return parts.some((part) => citationsOf(part).length > 0);
}

/** A piece of a sentence: where it begins, and the places of the passages it cites. */
export interface Piece {
  readonly at: number;
  readonly cites: readonly number[];
}

/** A sentence without its marks, and its pieces. */
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
