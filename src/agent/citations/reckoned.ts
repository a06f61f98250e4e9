/** Finds figures of an answer that follow from its other figures and its citations. Pure. */
import { follows, operandsIn, unitOf, type Operand } from "./arithmetic.ts";
import type { Grounds } from "./derived.ts";
import type { Sentence } from "./sentences.ts";
import type { Value } from "./values.ts";

/** Maximum figures of an answer that may form one total. */
const MOST_WRITTEN = 40;
/** A figure is computed from those of this many sentences around its own. */
const SENTENCES_AROUND = 3;

/** Returns a check by value and sentence index. `whole` is the answer's sentences including their quotes. */
export function reckonedIn(
  sentences: readonly Sentence[],
  whole: readonly Sentence[],
  { cited }: Grounds,
): (place: number, value: Value | null) => boolean {
  const figures = sentences.map(({ text, cites }): Operand[][] =>
    [text, ...cites.flatMap((passage) => cited[passage]?.cited ?? [])].map(operandsIn),
  );
  // In the order of the whole answer, because a total may precede or follow its list.
  const written = whole.flatMap(({ text }) => operandsIn(text)).slice(0, MOST_WRITTEN);
  return (place, value) => {
    const key = value?.kind === "figure" ? value.keys.find((one) => one.startsWith("n:")) : undefined;
    if (value === null || key === undefined) return false;
    // A sentence without citations continues the previous one.
    const near = sentences[place]?.cites.length === 0 ? Math.max(0, place - 1) : place;
    const before = figures.slice(Math.max(0, place - SENTENCES_AROUND), near);
    const behind = figures.slice(place + 1, place + 1 + SENTENCES_AROUND);
    return follows(
      { amount: Number(key.slice(2)), unit: unitOf(value.words) },
      { near: figures.slice(near, place + 1).flat(), far: [...before.flat(), ...behind.flat(), written] },
    );
  };
}
