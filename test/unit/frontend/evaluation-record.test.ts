/** What the page of evaluation shows of a record. */
import { expect, it } from "vitest";
import {
  evaluationRecordSchema,
  type EvaluationRecord,
  type EvaluationResult,
} from "../../../src/team/api/evaluation.ts";
import results from "../../eval/results.json" with { type: "json" };
import { setsByGroup, shareOf, valueWords } from "../../../frontend/src/agent/agents/evaluation-record.ts";

const set = { title: "Plans", agents: ["planner"], right: "it is", figures: [] };
const live: EvaluationResult = {
  set: "plans",
  mode: "live",
  at: "2026-11-20",
  model: "m",
  prompts: { planner: "aaaaaaaaaaaa" },
  right: 9,
  cases: 10,
  value: 0.9,
  line: 0.8,
  unit: "share",
};
const code: EvaluationResult = { ...live, set: "plans, as checked", mode: "code", model: null, prompts: {} };
const later: EvaluationResult = { ...live, at: "2026-11-27", prompts: { planner: "bbbbbbbbbbbb" } };

function recordOf(results: EvaluationResult[]): EvaluationRecord {
  return {
    sets: [
      { ...set, set: "plans", group: "Planner" },
      { ...set, set: "plans b", group: "Other", agents: [] },
    ],
    prompts: { planner: "bbbbbbbbbbbb" },
    results,
  };
}

it("puts each figure with its set, a model's first, with the newest of each", () => {
  const [[group, sets] = ["", []], other] = setsByGroup(recordOf([code, live, later]));
  expect(group).toBe("Planner");
  expect(sets[0]?.figures.map(({ what, newest, results }) => [what, newest.at, results.length])).toEqual([
    ["A model", "2026-11-27", 2],
    ["Checks, without a model", "2026-11-20", 1],
  ]);
  expect(other?.[1]).toMatchObject([{ figures: [], unmeasured: false }]);
});

it("says where no model ever answered, and where the prompt changed since the newest answer", () => {
  const of = (...results: EvaluationResult[]) => setsByGroup(recordOf(results))[0]?.[1][0];
  expect(of(code)).toMatchObject({ unmeasured: true, figures: [{ changed: [] }] });
  expect(of(later, live)).toMatchObject({ unmeasured: false, figures: [{ changed: ["planner"] }] });
  expect(of(live, later)).toMatchObject({ unmeasured: false, figures: [{ changed: [] }] });
});

it("shows a judge's points only if the judge agrees with people", () => {
  const judged: EvaluationResult = { ...live, set: "plans, judged", value: 9, unit: "points" };
  const judge: EvaluationResult = { ...live, set: "judge", prompts: {} };
  const shown = (...results: EvaluationResult[]) =>
    setsByGroup(recordOf(results))[0]?.[1][0]?.figures.map(({ name }) => name);
  expect(shown(judged, { ...judge, value: 0.9 })).toEqual(["plans, judged"]);
  expect(shown(judged, { ...judge, value: 0.84 })).toEqual([]);
  expect(shown(judged)).toEqual([]);
});

it("says values in their own unit", () => {
  expect(valueWords("share", 0.8182)).toBe("81.8%");
  expect(valueWords("recall", 1)).toBe("100%");
  expect(valueWords("tau", 0.7)).toBe("τ 0.70");
  expect(valueWords("points", 7)).toBe("7.0 of 10");
  expect([shareOf("points", 7), shareOf("tau", -0.2)]).toEqual([0.7, 0]);
});

it("shows every figure of the committed record once", () => {
  const record = evaluationRecordSchema.parse(results);
  const shown = setsByGroup(record).flatMap(([, sets]) =>
    sets.flatMap(({ figures }) => figures.flatMap(({ results }) => results)),
  );
  expect(shown).toHaveLength(record.results.length);
  expect(shown.length).toBeGreaterThan(20);
});
