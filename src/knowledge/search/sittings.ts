/** Fills a budget of words with passages, best first: turns of one sitting that stand together are one excerpt. Pure. */
import { countWords } from "./parts.ts";
import { bySaid } from "./passage-index.ts";
import type { FoundPassage, Turn } from "../../platform/api/search-items.ts";

/** A passage with what was said next to it. */
export interface Excerpt {
  /** The best of its passages. */
  readonly passage: FoundPassage;
  /** Its turns in the order they were said; empty if it is no dialogue. */
  readonly turns: readonly Turn[];
}

/** How much may be shown. */
export interface Room {
  readonly words: number;
  readonly excerpts: number;
  /** Characters of a passage that is no turn. */
  readonly chars: number;
}

/** The best excerpts that fit, best first; at least one if anything was found. */
export function excerptsOf(found: readonly FoundPassage[], room: Room): Excerpt[] {
  const excerpts: { passage: FoundPassage; turns: Turn[] }[] = [];
  let left = room.words;
  for (const passage of found) {
    const shown = (turn: Turn) => excerpts.find(({ turns }) => turns.some((one) => isSame(one, turn)));
    const { turns = [] } = passage;
    const own = turns.find((turn) => isSame(turn, passage));
    const added = turns.filter((turn) => shown(turn) === undefined);
    const beside = [...new Set(turns.flatMap((turn) => shown(turn) ?? []))];
    if (beside.length === 0 && excerpts.length >= room.excerpts) continue;
    // Where its neighbors don't fit, the turn may by itself.
    const choices = own === undefined ? [added] : [added, added.filter((turn) => turn === own)];
    const size = (some: readonly Turn[]): number =>
      countWords(
        own === undefined ? passage.text.slice(0, room.chars) : some.map(({ text }) => text).join("\n"),
      );
    const fits =
      choices.find((some) => size(some) <= left) ?? (excerpts.length === 0 ? choices.at(-1) : undefined);
    if (fits === undefined) break;
    left -= size(fits);
    const [first, ...others] = beside;
    if (first === undefined) excerpts.push({ passage, turns: [...fits].sort(bySaid) });
    else {
      // What stood apart until now is one excerpt.
      first.turns = [...first.turns, ...others.flatMap((other) => other.turns), ...fits].sort(bySaid);
      for (const other of others) excerpts.splice(excerpts.indexOf(other), 1);
    }
  }
  return excerpts;
}

function isSame(one: Pick<Turn, "source" | "id">, other: Pick<Turn, "source" | "id">): boolean {
  return one.source === other.source && one.id === other.id;
}
