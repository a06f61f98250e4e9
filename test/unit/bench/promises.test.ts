import { expect, it } from "vitest";
import { quantile } from "../../bench/figures.ts";
import { broken, judge, type Findings } from "../../bench/promises.ts";
import { page } from "../../bench/report.ts";

function findings(change: {
  firstTextMs?: number;
  upBytes?: number;
  observerBytes?: number;
  p99?: number;
  hookP95?: number;
  refused?: number;
  astray?: number;
}): Findings {
  const turn = (firstTextMs: number) => ({
    firstTextMs,
    wholeMs: 40,
    upBytes: change.upBytes ?? 130,
    downBytes: 4_000,
    observerBytes: change.observerBytes ?? 4_000,
    bareMs: 5,
  });
  return {
    series: [
      { product: "bare", history: 0, turns: [turn(5)] },
      { product: "steward", history: 100, turns: [turn(12), turn(12)] },
      {
        product: "steward",
        history: 5_000,
        turns: [turn(change.firstTextMs ?? 13), turn(change.firstTextMs ?? 13)],
      },
    ],
    httpAck: { p50: 20, p95: 30, samples: 40 },
    fanOut: { watchers: 200, frames: 5_000, p50: 20, p99: change.p99 ?? 90, worst: 150 },
    hookRate: {
      perSecond: 50,
      seconds: 20,
      p50: 12,
      p95: change.hookP95 ?? 40,
      worst: 90,
      samples: 1_000,
      refused: change.refused ?? 0,
      astray: change.astray ?? 0,
      runs: 204,
    },
    cache: { turns: 60, readTokens: 990, inputTokens: 1_000, share: 0.99, intactTurns: 60 },
    warmStartSeconds: 9,
    workerStartUpMs: 90,
  };
}

const brokenBy = (change: Parameters<typeof findings>[0], isBusy = false): string[] =>
  broken(judge(findings(change), 100, 5_000), isBusy);

it("a run within every bound breaks no promise", () => {
  expect(brokenBy({})).toEqual([]);
});

it.each([
  ["FLAT", { firstTextMs: 14.5 }],
  ["BYTES", { upBytes: 4_097 }],
  ["BYTES", { observerBytes: 20_481 }],
  ["FANOUT", { p99: 301 }],
  ["HOOK-RATE", { hookP95: 101 }],
  ["HOOK-RATE", { refused: 1 }],
  ["HOOK-RATE", { astray: 1 }],
])("%s is broken just outside its bound: %o", (id, change) => {
  expect(brokenBy(change)).toEqual([id]);
});

it("on a busy machine times break nothing, ratios and sizes still do", () => {
  expect(brokenBy({ p99: 301, hookP95: 900, firstTextMs: 60, upBytes: 9_000 }, true)).toEqual([
    "FLAT",
    "BYTES",
  ]);
});

it("a figure that could not be measured keeps no promise", () => {
  expect(brokenBy({ firstTextMs: Number.NaN, p99: Number.NaN })).toContain("FANOUT");
});

it("quantiles are samples, by nearest rank", () => {
  expect([quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2, 4], 0.95), quantile([], 0.5)]).toEqual([
    2,
    4,
    Number.NaN,
  ]);
});

it("the page names the machine and says what was broken", () => {
  const given = findings({ p99: 301 });
  const machine = {
    date: "2026-11-22T00:00:00.000Z",
    cpu: "Some CPU",
    cores: 2,
    memoryGiB: 24,
    node: "v24.21.0",
    workerd: "1.2.3",
    wrangler: "4.5.6",
    aiChat: "0.12.2",
    loadBefore: 0.1,
    loadAfter: 1.2,
  };
  const text = page(machine, given, judge(given, 100, 5_000));
  expect(text).toContain("Some CPU");
  expect(text).toMatch(/FANOUT.*301 ms.*≤ 300 ms.*BROKEN/);
});
