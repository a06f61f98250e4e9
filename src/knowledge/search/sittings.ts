/** Fills a budget of words with passages, best first: what was said at one sitting is one excerpt. Pure. */
import { questionWords } from "./match.ts";
import { countWords } from "./parts.ts";
import { bySaid } from "./passage-index.ts";
import { unitsOf } from "./passages.ts";
import type { FoundPassage, Turn } from "../../platform/api/search-items.ts";

/** A passage with what was said at the same sitting. */
export interface Excerpt {
  /** The best of its passages. */
  readonly passage: FoundPassage;
  /** What is shown of a passage that is no dialogue. */
  readonly text: string;
  /** Its turns in the order they were said; empty if it is no dialogue. */
  readonly turns: readonly (Turn & {
    /** Whether turns before it are left out. */ readonly isApart: boolean;
  })[];
}

/** How much may be shown. */
export interface Room {
  readonly words: number;
  readonly excerpts: number;
  /** Characters of a passage that is no turn; of the first ones twice as many. */
  readonly chars: number;
}

/** What a model is shown: some sixty short turns, or eight long passages, each excerpt with its link, day and title. */
export const SHOWN: Room = { words: 1_000, excerpts: 14, chars: 700 };
/** The first so many are shown with what was said right before and after them; further ones find more by themselves. */
const WITH_NEIGHBORS = 3;
const SITTING_MS = 24 * 3_600_000;

/** Words of a question and a text with the same beginning are the same. */
const STEM_CHARS = 5;
/** Share of the places at which a part can begin, that are passed over: an answer rather follows the question's words. */
const LATE = 2 / 3;

/** The part of a text that holds most of a question's words, in whole sentences; all of a short one. */
export function partAbout(text: string, question: string, chars: number): string {
  if (text.length <= chars) return text;
  const stems = questionWords(question).map((word) => plain(word).slice(0, STEM_CHARS));
  const units = unitsOf(text);
  const windows = units.map((_, first) => {
    let to = first;
    for (let size = 0; to < units.length && size + (units[to]?.length ?? 0) <= chars; to++)
      size += units[to]?.length ?? 0;
    const said = plain(units.slice(first, Math.max(to, first + 1)).join(""));
    return { first, to: Math.max(to, first + 1), held: stems.filter((stem) => said.includes(stem)).length };
  });
  const most = Math.max(...windows.map(({ held }) => held));
  const from = windows.findIndex(({ held }) => held === most);
  const after = windows.findIndex(({ held }, at) => at > from && held < most);
  const until = after === -1 ? windows.length : after;
  const { first, to } = windows[most === 0 ? 0 : from + Math.floor((until - 1 - from) * LATE)] ?? {
    first: 0,
    to: 1,
  };
  const part = units.slice(first, to).join("").trim().slice(0, chars);
  return `${first > 0 ? "… " : ""}${part}${to < units.length ? " …" : ""}`;
}

function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** The best excerpts that fit, best first; at least one if anything was found. */
export function excerptsOf(found: readonly FoundPassage[], room: Room, question = ""): Excerpt[] {
  const excerpts: { passage: FoundPassage; text: string; turns: Turn[] }[] = [];
  let left = room.words;
  for (const [place, passage] of found.entries()) {
    const { turns = [] } = passage;
    const own = turns.filter((turn) => isSame(turn, passage));
    const sitting = own.length === 0 ? undefined : excerpts.find((one) => isOneSitting(one.passage, passage));
    if (sitting === undefined && excerpts.length >= room.excerpts) continue;
    const isNew = (turn: Turn): boolean => sitting?.turns.every((one) => !isSame(one, turn)) ?? true;
    // Where its neighbors don't fit, the turn may by itself.
    const choices = (place < WITH_NEIGHBORS ? [turns, own] : [own]).map((some) => some.filter(isNew));
    const text = partAbout(passage.text, question, place < WITH_NEIGHBORS ? 2 * room.chars : room.chars);
    const size = (some: readonly Turn[]): number =>
      countWords(own.length === 0 ? text : some.map((turn) => turn.text).join("\n"));
    const fitting = choices.find((some) => size(some) <= left) ?? (place === 0 ? choices.at(-1) : undefined);
    if (fitting === undefined) break;
    left -= size(fitting);
    if (sitting === undefined) excerpts.push({ passage, text, turns: fitting });
    else sitting.turns.push(...fitting);
  }
  const isFollowedBy = new Set(
    found.flatMap(({ turns = [] }) =>
      turns.slice(1).map((turn, place) => `${turns[place]?.row} ${turn.row}`),
    ),
  );
  return excerpts.map(({ passage, text, turns }) => ({
    passage,
    text,
    turns: turns.toSorted(bySaid).map((turn, place, all) => ({
      ...turn,
      isApart: place > 0 && !isFollowedBy.has(`${all[place - 1]?.row} ${turn.row}`),
    })),
  }));
}

function isOneSitting(one: FoundPassage, other: FoundPassage): boolean {
  return (
    one.thread !== null &&
    one.thread === other.thread &&
    one.source === other.source &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= SITTING_MS
  );
}

function isSame(one: Pick<Turn, "source" | "id">, other: Pick<Turn, "source" | "id">): boolean {
  return one.source === other.source && one.id === other.id;
}
