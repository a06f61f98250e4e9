import { expect, inject, it } from "vitest";
import { RECOVERY_MS, isKept, recoveryTable } from "../bench/drill/kills.ts";
import { runKills } from "../bench/drill/run-kills.ts";
import { NIGHTLY } from "../support/nightly.ts";

const ROUNDS = NIGHTLY ? 4 : 1;

it(
  `DRILL: all long work that a kill -9 hits in its middle ends within ${RECOVERY_MS / 1000} s of the restart, with nothing lost and nothing twice`,
  async () => {
    const recoveries = await runKills(inject("prepared"), {
      rounds: ROUNDS,
      say: (line) => console.log(`DRILL: ${line}`),
    });
    console.log(recoveryTable(recoveries));
    expect(recoveries.filter((one) => !isKept(one))).toEqual([]);
  },
  NIGHTLY ? 60 * 60_000 : 12 * 60_000,
);
