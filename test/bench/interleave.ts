/** Turns of all subjects, one at a time and taking turns, so that whatever else the machine does hits all alike. */
import { randomUUID } from "node:crypto";
import { queueAnswer, type Subject, type TurnFigures } from "./subject.ts";

/** Rounds that fill caches and compile code, and are not counted. */
const WARM_UP_ROUNDS = 3;

/** All counted turns of one subject, each with the bare Worker's time to first text and whole turn in the same round. */
export interface Series {
  readonly product: Subject["product"];
  readonly history: number;
  readonly turns: readonly (TurnFigures & { readonly bareMs: number; readonly bareWholeMs: number })[];
}

/** Has every subject take a turn each round; `seldom` of them only every fourth. The first subject must be the bare Worker. */
export async function interleave(
  sandboxUrl: string,
  subjects: readonly Subject[],
  options: { readonly rounds: number; readonly seldom: (subject: Subject) => boolean },
): Promise<Series[]> {
  const turns = new Map<Subject, (TurnFigures & { bareMs: number; bareWholeMs: number })[]>(
    subjects.map((subject) => [subject, []]),
  );
  for (let round = -WARM_UP_ROUNDS; round < options.rounds; round++) {
    let [bareMs, bareWholeMs] = [Number.NaN, Number.NaN];
    for (const subject of subjects) {
      if (round > 0 && round % 4 !== 0 && options.seldom(subject)) continue;
      const marker = `bench-${subject.product}-${subject.history}-${randomUUID()}`;
      await queueAnswer(sandboxUrl, marker);
      const figures = await subject.turn(marker);
      if (subject.product === "bare") [bareMs, bareWholeMs] = [figures.firstTextMs, figures.wholeMs];
      if (round >= 0) turns.get(subject)?.push({ ...figures, bareMs, bareWholeMs });
    }
  }
  return subjects.map((subject) => ({
    product: subject.product,
    history: subject.history,
    turns: turns.get(subject) ?? [],
  }));
}
