/** Fills a budget of words with passages, best first: what was said at one sitting is one excerpt. Pure. */
import { countWords } from "./parts.ts";
import { bySaid } from "./passage-index.ts";
import type { FoundPassage, Turn } from "../../platform/api/search-items.ts";

/** A passage with what was said at the same sitting. */
export interface Excerpt {
  /** The best of its passages. */
  readonly passage: FoundPassage;
  /** Its turns in the order they were said; empty if it is no dialogue. */
  readonly turns: readonly (Turn & {
    /** Whether turns before it are left out. */ readonly isApart: boolean;
  })[];
}

/** How much may be shown. */
export interface Room {
  readonly words: number;
  readonly excerpts: number;
  /** Characters of a passage that is no turn. */
  readonly chars: number;
}

/** What a model is shown: some sixty short turns, or eight long passages, each excerpt with its link, day and title. */
export const SHOWN: Room = { words: 800, excerpts: 14, chars: 700 };
/** The first so many are shown with what was said right before and after them; further ones find more by themselves. */
const WITH_NEIGHBORS = 3;
const SITTING_MS = 24 * 3_600_000;

/** The best excerpts that fit, best first; at least one if anything was found. */
export function excerptsOf(found: readonly FoundPassage[], room: Room): Excerpt[] {
  const excerpts: { passage: FoundPassage; turns: Turn[] }[] = [];
  let left = room.words;
  for (const [place, passage] of found.entries()) {
    const { turns = [] } = passage;
    const own = turns.filter((turn) => isSame(turn, passage));
    const sitting = own.length === 0 ? undefined : excerpts.find((one) => isOneSitting(one.passage, passage));
    if (sitting === undefined && excerpts.length >= room.excerpts) continue;
    const isNew = (turn: Turn): boolean => sitting?.turns.every((one) => !isSame(one, turn)) ?? true;
    // Where its neighbors don't fit, the turn may by itself.
    const choices = (place < WITH_NEIGHBORS ? [turns, own] : [own]).map((some) => some.filter(isNew));
    const size = (some: readonly Turn[]): number =>
      countWords(
        own.length === 0 ? passage.text.slice(0, room.chars) : some.map(({ text }) => text).join("\n"),
      );
    const fitting = choices.find((some) => size(some) <= left) ?? (place === 0 ? choices.at(-1) : undefined);
    if (fitting === undefined) break;
    left -= size(fitting);
    if (sitting === undefined) excerpts.push({ passage, turns: fitting });
    else sitting.turns.push(...fitting);
  }
  const isFollowedBy = new Set(
    found.flatMap(({ turns = [] }) =>
      turns.slice(1).map((turn, place) => `${turns[place]?.row} ${turn.row}`),
    ),
  );
  return excerpts.map(({ passage, turns }) => ({
    passage,
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
