/** Findings of a bench within every bound, but for what a test changes. */
import type { Findings } from "../../bench/promises.ts";

export function findings(change: {
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
    cache: {
      turns: 60,
      readTokens: 990,
      inputTokens: 1_000,
      share: 0.99,
      intactTurns: 60,
      beltTokens: 8_000,
    },
    warmStartSeconds: 9,
    workerStartUpMs: 90,
  };
}
