import { describe, expect, it } from "vitest";
import { alarmsOf, type Watched } from "../../../../src/team/metrics/alarms.ts";
import { bucketOf, NOTHING, percentile, plus, type Counts } from "../../../../src/team/metrics/figures.ts";

const latencies = (ms: readonly number[]): Counts["latencies"] =>
  ms.reduce<Counts>((sum, one) => plus(sum, { ...NOTHING, latencies: { [bucketOf(one)]: 1 } }), NOTHING)
    .latencies;

describe("times of runs", () => {
  it("are read from their buckets, right to 5 %", () => {
    const all = latencies(Array.from({ length: 1_000 }, (_, index) => (index + 1) * 10));
    for (const [share, ms] of [
      [0.5, 5_000],
      [0.95, 9_500],
      [0.99, 9_900],
    ] as const)
      expect(Math.abs((percentile(all, share) ?? 0) - ms) / ms).toBeLessThan(0.05);
    expect(percentile({}, 0.5)).toBeNull();
  });

  it("of several days are those of all their runs", () => {
    const one = { ...NOTHING, runs: 2, latencies: latencies([100, 200]) };
    const other = { ...NOTHING, runs: 1, failed: 1, latencies: latencies([100]) };
    const both = plus(one, other);
    expect(both).toMatchObject({ runs: 3, failed: 1, latencies: latencies([100, 100, 200]) });
  });
});

const calm: Watched = {
  agent: "nl-query",
  title: "Question answerer",
  maxCalls: 10,
  hour: NOTHING,
  day: NOTHING,
  month: NOTHING,
};
const rulesOf = (change: Partial<Watched>): string[] =>
  alarmsOf({ ...calm, ...change }).map(({ rule }) => rule);
const counts = (some: Partial<Counts>): Counts => ({ ...NOTHING, ...some });

describe("what needs a look", () => {
  it.each([
    ["slow", { day: counts({ runs: 5, latencies: latencies([9_000, 9_000, 9_000, 9_000, 9_000]) }) }],
    ["unsure", { day: counts({ sure: 5, confidence: 2.4 }) }],
    ["not_accepted", { month: counts({ reviewed: 10, accepted: 5 }) }],
    ["failing", { hour: counts({ runs: 9, failed: 1 }) }],
    ["long", { day: counts({ runs: 5, modelCalls: 41 }) }],
    ["denied", { hour: counts({ toolCalls: 10, denied: 3 }) }],
  ] as const)("is told: %s", (rule, change) => {
    expect(rulesOf(change)).toEqual([rule]);
  });

  it.each([
    [
      "a slow agent without a limit of its own",
      { agent: "steward", day: counts({ runs: 5, latencies: latencies([90_000]) }) },
    ],
    [
      "too few runs to say",
      { hour: counts({ runs: 4, failed: 4 }), day: counts({ runs: 4, modelCalls: 40 }) },
    ],
    [
      "exactly at its limits",
      {
        hour: counts({ runs: 10, failed: 1, toolCalls: 10, denied: 2 }),
        day: counts({ runs: 5, modelCalls: 40, sure: 4, confidence: 2 }),
        month: counts({ reviewed: 10, accepted: 6 }),
      },
    ],
  ] as const)("isn't: %s", (_, change) => {
    expect(rulesOf(change)).toEqual([]);
  });
});
