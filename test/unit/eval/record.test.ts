/** EVAL: the record of figures over time tells what fell and what was never measured, and says of this release what is so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFigureOf } from "../../../src/team/api/evaluation.ts";
import { digestOf, promptsOf } from "../../eval/digest.ts";
import { commandFor, promptOf, stale, waiting } from "../../eval/prompts.ts";
import { committedAnswers, gradeRecorded, judgesResults, liveResults } from "../../eval/recorded.ts";
import { agreement, AGREEMENT_LINE, judgePairs, rubricsDigest } from "../../eval/projects/judge-pairs.ts";
import { paceRows } from "../../eval/pace.ts";
import { codeResult, committed, recordWith, renewed, unmeasured, worse } from "../../eval/results.ts";
import { answeredSets } from "../../eval/sets.ts";

const result = {
  set: "plans",
  mode: "live",
  at: "2026-11-20",
  model: "m",
  prompts: promptsOf(["wbs-generator"]),
  right: 9,
  cases: 10,
  value: 0.9,
  line: 0.8,
  unit: "share",
} as const;
const later = { ...result, at: "2026-11-27" };
const better = { ...later, value: 1, right: 10 };

describe("the record of figures", () => {
  it("tells what fell under the newest, what lost cases, and what isn't in it", () => {
    expect(worse([result], [later])).toEqual([]);
    expect(worse([result], [{ ...later, value: 0.8 }])).toEqual(["plans: 0.8 where it was 0.9"]);
    expect(worse([result], [{ ...better, cases: 9 }])).toHaveLength(1);
    expect(worse([], [result])[0]).toContain("not in the record");
    expect(worse([result, better], [later])).toHaveLength(1);
    // A fall that was recorded is the measure from then on.
    expect(worse([{ ...better, at: result.at }, later], [later])).toEqual([]);
  });

  it("keeps what was before, and takes up only what changed", () => {
    expect(renewed([result], [later])).toEqual([result]);
    expect(renewed([result], [better])).toEqual([result, better]);
    expect(renewed([result, later], [better])).toEqual([result, better]);
    const other = { ...later, model: "n" };
    expect(renewed([result, later], [other])).toEqual([result, later, other]);
    const prompted = { ...later, prompts: { "wbs-generator": "000000000000" } };
    expect(renewed([later], [prompted])).toEqual([later, prompted]);
    const code = { ...better, mode: "code", model: null, prompts: {} } as const;
    expect(renewed([result], [code])).toEqual([code, result]);
  });

  it("tells what no model answered since its instructions changed", () => {
    const plans = [{ set: "plans", agents: ["wbs-generator"] }];
    expect(unmeasured([result], plans)).toEqual([]);
    expect(unmeasured([], plans)[0]).toContain("never measured");
    const older = { ...result, prompts: { "wbs-generator": "000000000000" } };
    expect(unmeasured([older, result], plans)).toEqual([]);
    expect(unmeasured([result, older], plans)).toEqual([
      "plans: not measured since its prompt changed (wbs-generator)",
    ]);
  });

  it("holds the instructions beside what an agent is given, and beside nothing else of code", () => {
    const figure = { ...result, set: "plans, what is given", holds: true, wrong: [] };
    expect(codeResult(figure, result.at)).toMatchObject({ at: result.at, prompts: result.prompts });
    expect(codeResult({ ...figure, set: "plans, as checked" }, result.at).prompts).toEqual({});
  });
});

/** The list of what waits may be shorter, and never longer or newer. */
const MOST_WAITING = 236;
const WAITING_SINCE = "2026-11-30";

describe("the committed record", () => {
  const record = committed();

  it("EVAL: is of the sets and instructions as they are: `npm run eval -- --record` writes both", () => {
    const { sets, prompts } = recordWith([], []);
    expect(record.sets).toEqual(sets);
    expect(record.prompts).toEqual(prompts);
    expect(recordWith(record.results, []).results).toEqual(record.results);
  });

  it("has a set for each figure, and says of each what the documentation says", () => {
    for (const { set } of record.results)
      expect(
        record.sets.filter((one) => isFigureOf(one, set)),
        set,
      ).toHaveLength(1);
    const told = readFileSync(join(import.meta.dirname, "../../../docs/evaluation.md"), "utf8");
    const accounts = new Set(record.sets.filter(({ group }) => group === "Accounts").map(({ set }) => set));
    for (const { set } of answeredSets()) {
      const right = record.sets.find((one) => one.set === set)?.right ?? "none";
      if (!accounts.has(set)) expect(told, set).toContain(right);
    }
  });

  it("EVAL: what models answered, graded again, is no worse than committed; no figure of a model stands without its answers", async () => {
    const again: string[] = [];
    for (const answers of committedAnswers()) {
      const results = liveResults(await gradeRecorded(answers), answers);
      expect(worse(record.results, results)).toEqual([]);
      again.push(...results.map(({ set }) => set));
    }
    const judges = judgesResults();
    expect(worse(record.results, judges)).toEqual([]);
    again.push(...judges.map(({ set }) => set));
    const live = record.results.filter(({ mode }) => mode === "live").map(({ set }) => set);
    expect(live.filter((set) => !again.includes(set))).toEqual([]);
  });

  const answered = committedAnswers().flatMap(({ answers, projects }) => [...answers, ...projects]);
  const wait = waiting().sets.flatMap(({ set, cases }) => cases.map((id) => ({ set, id })));
  const isIn = (some: typeof wait) => (one: { readonly set: string; readonly id: string }) =>
    some.some(({ set, id }) => set === one.set && id === one.id);

  it("EVAL: every case was answered by today's prompt, but for those that wait", () => {
    const open = stale(answered).filter((one) => !isIn(wait)(one));
    const commands = [...Map.groupBy(open, ({ set }) => set)].map(([set, cases]) =>
      commandFor(
        set,
        cases.map(({ id }) => id),
      ),
    );
    expect(commands, "the prompt of these cases changed since they were answered").toEqual([]);
  });

  it("EVAL: what waits is stale, and is of no later day than the list: it only shrinks", () => {
    expect(wait.filter((one) => !isIn(stale(answered))(one))).toEqual([]);
    expect(wait.length).toBeLessThanOrEqual(MOST_WAITING);
    expect([...new Set(waiting().sets.map(({ since }) => since))]).toEqual(
      wait.length === 0 ? [] : [WAITING_SINCE],
    );
  });

  it("EVAL: a prompt is the same whatever its white space, and another with another word", () => {
    const words = "You sort one request.\n\n- intent: search";
    expect(digestOf([words.replace("\n\n", "\n ")])).toBe(digestOf([words]));
    expect(digestOf([`${words}ed`])).not.toBe(digestOf([words]));
    const [one] = answered;
    if (one === undefined) throw new Error("nothing was answered");
    expect(stale([{ ...one, prompt: promptOf(one) ?? "" }]).some(isIn([one]))).toBe(false);
    expect(stale([{ ...one, prompt: digestOf(["another"]) }]).some(isIn([one]))).toBe(true);
  });

  it("EVAL: the judge agrees with people's labels, and was asked by today's rubrics", () => {
    const { pairs, rubrics } = judgePairs();
    expect(pairs.length).toBeGreaterThanOrEqual(60);
    expect(pairs.filter(({ good }) => good).length).toBeGreaterThan(20);
    expect(pairs.filter(({ good }) => !good).length).toBeGreaterThan(20);
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
    expect(rubrics, "npm run eval -- --live --set judge --record").toBe(rubricsDigest());
    expect(agreement().value).toBeGreaterThanOrEqual(AGREEMENT_LINE);
  });
});

it("seed 003:1023: the manual says how long the recorded answers take to write at 60 tokens a second, set by set", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../../docs/evaluation.md"), "utf8");
  const rows = manual
    .split("\n")
    .map((line) => line.split("|").slice(1, -1).join("|").replaceAll(/\s+/g, ""));
  for (const row of paceRows(committedAnswers()))
    expect(rows).toContain(row.join("|").replaceAll(/\s+/g, ""));
});
