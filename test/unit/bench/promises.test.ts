import { expect, it } from "vitest";
import { quantile } from "../../bench/figures.ts";
import { broken, judge } from "../../bench/promises.ts";
import { page } from "../../bench/report.ts";
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
