import { expect, it } from "vitest";
import { measure } from "../../../proof/measure.ts";
import { rounds } from "../../../support/nightly.ts";

/**
 * What is measured, as floors: they may only be made stricter. What is missed was changed to a name, figure or day that stands beside the true one in what was found, where no other word tells them apart.
 */
const SETS: [string, number, number, number][] = [
  ["held-out", 105, 2, 5],
  // Written after the checker and looked at while places of claims were built: no unseen set. Most of it is changed to what stands beside the true one.
  ["fresh", 60, 2, 15],
  // Answers whose model cites passages, by an author who had not seen the checker; half of the changes are to a value that stands elsewhere in what was found.
  ["cited-held-out", 60, 2, 9],
  ["answers", 100, 2, 8],
  ["cited", 60, 3, 12],
];

it.each(rounds(SETS.slice(0, 3), SETS))(
  "PROOF: of the %s those with one figure, name or day changed are marked, and true ones are left",
  (name, count, mostFalse, mostMissed) => {
    const { cases, falselyMarked, missed } = measure(name);
    expect(cases).toBe(count);
    expect(falselyMarked.length, falselyMarked.join(" ")).toBeLessThanOrEqual(mostFalse);
    expect(missed.length, missed.join(" ")).toBeLessThanOrEqual(mostMissed);
  },
);
