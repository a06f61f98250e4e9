/** Which figures of an answer follow from its others and from what it cites. Pure. */
import { follows, operandsIn, unitOf, type Operand } from "./arithmetic.ts";
import type { Grounds } from "./derived.ts";
import type { Sentence } from "./sentences.ts";
import type { Value } from "./values.ts";

/** Figures of an answer that may make a total together. */
const MOST_WRITTEN = 40;
/** A figure is reckoned from those of so many sentences before and behind its own. */
const SENTENCES_AROUND = 3;

/** Says of a value by its sentence's place whether it follows. `whole` are the answer's sentences with their quotes. */
export function reckonedIn(
  sentences: readonly Sentence[],
  whole: readonly Sentence[],
  { cited }: Grounds,
): (place: number, value: Value | null) => boolean {
  const figures = sentences.map(({ text, cites }): Operand[][] =>
    [text, ...cites.flatMap((passage) => cited[passage]?.cited ?? [])].map(operandsIn),
  );
  // In the order of all of it: a total stands above or below its list.
  const written = whole.flatMap(({ text }) => operandsIn(text)).slice(0, MOST_WRITTEN);
  return (place, value) => {
    const key = value?.kind === "figure" ? value.keys.find((one) => one.startsWith("n:")) : undefined;
    if (value === null || key === undefined) return false;
    // What cites nothing goes on from the sentence before it.
    const near = sentences[place]?.cites.length === 0 ? Math.max(0, place - 1) : place;
    const before = figures.slice(Math.max(0, place - SENTENCES_AROUND), near);
    const behind = figures.slice(place + 1, place + 1 + SENTENCES_AROUND);
    return follows(
      { amount: Number(key.slice(2)), unit: unitOf(value.words) },
      { near: figures.slice(near, place + 1).flat(), far: [...before.flat(), ...behind.flat(), written] },
    );
  };
}
