import { expect, it } from "vitest";
import { quantile } from "../../bench/figures.ts";
import { broken, judge } from "../../bench/promises.ts";
import { hookTimes, overheads } from "../../bench/turn-costs.ts";
import { findings } from "./findings.ts";

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
  ["HOOK-RATE", { hookP95: 41, hookBareP95: 20 }],
  ["HOOK-RATE", { lastRunSeconds: 91 }],
  ["TTFT", { wholeMs: 36 }],
  ["SLIM", { workerStartUpMs: 121 }],
  ["START", { warmStartSeconds: 6.1 }],
  ["SMALL-BELT", { beltTokens: 7_501 }],
  ["FILES", { files: { search: 41 } }],
  ["FILES", { files: { list: 15 } }],
  ["FILES", { files: { context: 10 } }],
  ["FILES", { files: { write: 21 } }],
  // Seed 004:62–63.
  ["OVERHEAD", { toolCall: 50.1 }],
  ["OVERHEAD", { toolHooks: 20.1 }],
  ["OVERHEAD", { mcpCall: 50.1 }],
  ["SESSION", { newTokens: 6_001 }],
  ["SESSION", { messageBytes: 8_001 }],
  ["HOOK-RATE", { refused: 1 }],
  ["HOOK-RATE", { astray: 1 }],
])("%s is broken just outside its bound: %o", (id, change) => {
  expect(brokenBy(change)).toEqual([id]);
});

it("on a busy machine times break nothing, ratios and sizes still do", () => {
  expect(brokenBy({ p99: 301, workerStartUpMs: 900, firstTextMs: 60, upBytes: 9_000 }, true)).toEqual([
    "FLAT",
    "BYTES",
  ]);
  expect(brokenBy({ wholeMs: 44 }, true)).toEqual(["TTFT"]);
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

const at = (ms: number): string => new Date(ms).toISOString();
const STEPS = [
  { kind: "model", at: at(1_000), durationMs: 40, detail: {} },
  { kind: "tool", at: at(1_050), durationMs: 4, detail: {} },
  { kind: "hook", at: at(1_050), durationMs: 3, detail: { tool: "find_tools" } },
  { kind: "hook", at: at(1_050), durationMs: 2, detail: { tool: "find_tools" } },
  { kind: "tool", at: at(1_052), durationMs: 4, detail: {} },
  { kind: "hook", at: at(1_052), durationMs: 1, detail: { tool: "find_tools" } },
  { kind: "model", at: at(1_070), durationMs: 40, detail: {} },
  { kind: "hook", at: at(1_200), durationMs: 70, detail: {} },
] as const;

it("a tool call costs what passes between two answers of the model, and its hooks what they took", () => {
  expect(overheads(STEPS)).toEqual([15]);
  expect(hookTimes(STEPS)).toEqual([5, 1]);
  // Without a call after it, a model's answer says nothing.
  expect(overheads(STEPS.slice(0, 6))).toEqual([]);
});
