/** What benches found before: what is compared, what is said, and the page made from it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { historySchema, withRun, worsened } from "../../bench/history.ts";
import { judge } from "../../bench/promises.ts";
import { benchRun, page } from "../../bench/report.ts";
import { findings } from "./findings.ts";

const DOCS = resolve(import.meta.dirname, "../../../docs");
const MACHINE = {
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

function run(
  change: Parameters<typeof findings>[0] = {},
  { machine = {}, busy = false, commit = "abc1234" } = {},
) {
  const given = findings(change);
  return benchRun({
    machine: { ...MACHINE, ...machine },
    commit,
    findings: given,
    verdicts: judge(given, 100, 5_000),
    busy,
  });
}

it("docs/benchmarks.md is made from docs/benchmarks.json", () => {
  const history = historySchema.parse(JSON.parse(readFileSync(join(DOCS, "benchmarks.json"), "utf8")));
  expect(page(history)).toBe(readFileSync(join(DOCS, "benchmarks.md"), "utf8"));
});

it("a promise that got worse by more than a quarter is named in words, whichever way it is better", () => {
  expect(worsened([run()], run({ hookP95: 49 }))).toEqual([]);
  expect(worsened([run()], run({ hookP95: 92 }))).toEqual([
    "HOOK-RATE: a webhook’s 200 at 50 a second for 20 s, p95 went from 40 ms to 92 ms, 2.3 times as bad, since 2026-11-22 (abc1234).",
    expect.stringMatching(/^HOOK-RATE: the same over a bare Worker/),
  ]);
  expect(worsened([run({ hookP95: 92 })], run())).toEqual([]);
  const fewer = run();
  const halved = {
    ...fewer,
    figures: fewer.figures.map((one) => (one.atLeast ? { ...one, value: 50 } : one)),
  };
  expect(worsened([run()], halved).map((line) => line.split(":")[0])).toEqual([
    "PREFIX",
    "PREFIX",
    "SESSION",
  ]);
  // Nothing was astray before, and now something is.
  expect(worsened([run()], run({ astray: 1 }))).toHaveLength(1);
});

it("compares with the newest run of the same kind of machine, and times of quiet runs alone", () => {
  const slow = run({ hookP95: 92 });
  expect(worsened([run({}, { machine: { cores: 64 } })], slow)).toEqual([]);
  expect(worsened([run(), run({ hookP95: 90 })], slow)).toEqual([]);
  expect(worsened([run(), run({ hookP95: 90 }, { busy: true })], slow)[0]).toContain("from 40 ms");
  expect(worsened([run()], run({ workerStartUpMs: 400, upBytes: 400 }, { busy: true }))).toEqual([
    expect.stringMatching(/^BYTES: up a turn/),
  ]);
});

it("a run that is added keeps the figures of those before, and the page shows both", () => {
  const history = withRun([run()], run({ p99: 301 }, { commit: "def5678" }));
  expect(history[0]).not.toHaveProperty("tables");
  expect(historySchema.parse(JSON.parse(JSON.stringify(history)))).toEqual(history);
  const text = page(history);
  expect(text).toContain("Some CPU");
  expect(text).toMatch(/FANOUT.*301 ms.*≤ 300 ms.*BROKEN/);
  expect(text).toMatch(/2026-11-22 abc1234 +\| 2026-11-22 def5678/);
  expect(text).toMatch(/lag of 200 watchers, p99 +\| 90 ms +\| 301 ms/);
});
