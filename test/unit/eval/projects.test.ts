/** EVAL: the sets of the agents that run projects stand on their data, their grading tells right from wrong, and nothing is worse than what is committed. */
import { describe, expect, it } from "vitest";
import { NOW_MS, workedByCode } from "../../eval/projects/by-code.ts";
import { decideSet, gradedAnswer } from "../../eval/projects/decide.ts";
import { projectSets } from "../../eval/projects/index.ts";
import { gradeWords } from "../../eval/projects/nl-query.ts";
import { demoRows, heldBy, truthSchema } from "../../eval/projects/nl-query-truth.ts";
import type { ProjectCase } from "../../eval/projects/set.ts";
import { brokenIn } from "../../eval/projects/wbs-generator.ts";
import { codeResult, committed, worse } from "../../eval/results.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import {
  PROJECT_AGENT_NAMES,
  wbsDraftSchema,
  wbsSchema,
  type ProjectAgentName,
} from "../../../src/projects/api/project-agents.ts";

const sets = projectSets();
const MOST_WANTED: Partial<Record<ProjectAgentName, number>> = {
  "wbs-generator": 15,
  "whats-next": 10,
  "nl-query": 25,
  "summary-writer": 10,
};

it("each agent has a set, and each set enough cases, each once", () => {
  expect(sets.map(({ agent }) => agent).toSorted()).toEqual([...PROJECT_AGENT_NAMES].toSorted());
  for (const { agent, cases } of sets) {
    expect(cases.length, agent).toBeGreaterThanOrEqual(MOST_WANTED[agent] ?? 8);
    expect(new Set(cases.map(({ id }) => id)).size, agent).toBe(cases.length);
  }
});

it("EVAL: what code decides holds its line and is no worse than committed", async () => {
  const record = committed().results;
  for (const set of sets)
    for (const figure of await decideSet(set)) {
      expect(figure, figure.set).toMatchObject({ holds: true });
      expect(worse(record, [codeResult(figure, "2026-11-28")])).toEqual([]);
    }
});

type Spoil = readonly [agent: ProjectAgentName, id: string, what: string, spoil: (output: never) => unknown];
type Some = Record<string, Json>;
const inFirst = (list: string, more: Some) => (output: Record<string, Some[]>) => ({
  ...output,
  [list]: (output[list] ?? []).map((one, at) => (at === 0 ? { ...one, ...more } : one)),
});
const SPOILS: readonly Spoil[] = [
  [
    "whats-next",
    "next_mixed",
    "the order turned around",
    ({ tasks, ...same }: { tasks: Some[] }) => ({ ...same, tasks: tasks.toReversed() }),
  ],
  [
    "whats-next",
    "next_mixed",
    "only two tasks",
    ({ tasks, ...same }: { tasks: Some[] }) => ({ ...same, tasks: tasks.slice(0, 2) }),
  ],
  ["summary-writer", "sum_week", "one more finished", (output: Some) => ({ ...output, completed_count: 2 })],
  ["summary-writer", "sum_week", "a blocker left out", (output: Some) => ({ ...output, blockers: [] })],
  [
    "summary-writer",
    "sum_week",
    "a count nobody gave",
    (output: Some) => ({ ...output, narrative: "17 tasks were finished." }),
  ],
  [
    "summary-writer",
    "sum_client",
    "the team's names told a client",
    (output: Some) => ({ ...output, client_narrative: "Marcus was slow." }),
  ],
  ["risk-predictor", "risk_several", "no risk seen", (output: Some) => ({ ...output, risks: [] })],
  [
    "risk-predictor",
    "risk_calm",
    "a calm project called critical",
    (output: Some) => ({ ...output, overall_health: "critical" }),
  ],
  ["ai-pm", "pm_blocked", "somebody else written to", inFirst("nudges", { to_user_id: "user_demo_tom" })],
  ["ai-pm", "pm_blocked", "a message without its task", inFirst("nudges", { message: "Hurry up." })],
  ["scope-detector", "scope_much", "an addition left out", inFirst("additions", { task_id: "other" })],
  ["scope-detector", "scope_much", "another level", (output: Some) => ({ ...output, alert_level: "info" })],
  [
    "sow-generator",
    "sow_roles",
    "a cent more",
    (output: { total_estimated_cost: number }) => ({
      ...output,
      total_estimated_cost: output.total_estimated_cost + 0.01,
    }),
  ],
  ["sow-generator", "sow_plain", "a rate nobody has", inFirst("resource_plan", { rate_per_hour: 51 })],
  [
    "sow-generator",
    "sow_noclient",
    "nothing to be settled",
    (output: Some) => ({ ...output, open_points: [] }),
  ],
  [
    "learning-agent",
    "learn_slow",
    "a sample too many",
    inFirst("estimation_calibration", { sample_size: 9 }),
  ],
  [
    "learning-agent",
    "learn_slow",
    "advice the other way",
    (output: Some) => ({ ...output, recommendations: ["Plan less time for paint work."] }),
  ],
  [
    "learning-agent",
    "learn_slow",
    "a factor the other way",
    (output: Some) => ({ ...output, recommendations: ["Plan paint work with a factor of 0.8."] }),
  ],
  [
    "wbs-generator",
    "wbs_party",
    "twice the effort",
    (output: { phases: Some[]; total_effort: number }) => ({
      ...output,
      total_effort: output.total_effort * 2,
    }),
  ],
  [
    "wbs-generator",
    "wbs_turnover_there",
    "what is there planned again",
    inPlan({ title: "Paint walls of apartment" }),
  ],
  ["wbs-generator", "wbs_party", "a task that waits for itself", inPlan({ title: "A", dependencies: ["A"] })],
];

function inPlan(more: Some) {
  return (output: { phases: { tasks: Some[] }[] }) => ({
    ...output,
    phases: output.phases.map((phase, at) =>
      at > 0
        ? phase
        : { ...phase, tasks: phase.tasks.map((task, nth) => (nth > 0 ? task : { ...task, ...more })) },
    ),
  });
}

function caseOf(agent: ProjectAgentName, id: string): ProjectCase {
  const found = sets.find((set) => set.agent === agent)?.cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

describe("an answer", () => {
  it.each(SPOILS)("of %s to %s is wrong with %s", async (agent, id, _, spoil) => {
    const one = caseOf(agent, id);
    const { output } = await workedByCode(agent, one);
    expect(await one.grade(output, NOW_MS)).toMatchObject({ right: true });
    const spoilt = (spoil as (output: Json) => Json)(output);
    const graded = await one.grade(spoilt, NOW_MS);
    expect(graded.right).toBe(false);
    expect(graded.why).not.toBe("");
  });

  it("is wrong where there is none, where it has another form, and where a model gives no reason", async () => {
    const one = caseOf("scope-detector", "scope_much");
    const { output } = await workedByCode("scope-detector", one);
    for (const none of [null, {}, "words"])
      expect(await gradedAnswer(one, none, NOW_MS)).toMatchObject({ right: false, value: 0 });
    expect(one.wordsOf?.(output)).not.toEqual([]);
  });

  it("to a question holds the rows there are, and no other", async () => {
    const rows = await demoRows(NOW_MS);
    const of = (truth: unknown) => heldBy(truthSchema.parse(truth), rows);
    const blocked = of({ where: { status: ["blocked"] }, tell: "list" });
    if (blocked.kind !== "rows") throw new Error("rows were asked for");
    const links = blocked.ids.map((id) => `[${blocked.titles.get(id)}](/tasks/${id})`);
    const other = rows.tasks.find(({ id }) => !blocked.ids.includes(id));
    expect(gradeWords(links.join("\n"), blocked).right).toBe(true);
    expect(gradeWords(links.slice(1).join("\n"), blocked).right).toBe(false);
    expect(gradeWords([...links, `[x](/tasks/${other?.id})`].join("\n"), blocked).right).toBe(false);
    const late = of({ where: { overdue: true }, tell: "count" });
    if (late.kind !== "number") throw new Error("a number was asked for");
    expect(gradeWords(`There are ${late.value} of them.`, late).right).toBe(true);
    expect(gradeWords(`There are ${late.value}1 of them.`, late).right).toBe(false);
    const average = { kind: "number", value: 5 } as const;
    expect(gradeWords("5.03 hours on average.", average).right).toBe(true);
    expect(gradeWords("5.3 hours, 5.13, 15.03 or 5.031.2.", average).right).toBe(false);
    const none = of({ where: { title: "asbestos" }, tell: "list" });
    expect(gradeWords("Nothing is recorded about that.", none).right).toBe(true);
    expect(gradeWords("There is a bit.", none).right).toBe(false);
  });
});

describe("a plan that a model got wrong", () => {
  const task = (title: string, dependencies: string[] = [], more: object = {}) => ({
    title,
    description: "",
    priority: "medium" as const,
    estimated_effort: 4,
    dependencies,
    sub_tasks: [],
    ...more,
  });
  const planned = async (tasks: readonly object[]) => {
    const draft = wbsDraftSchema.parse({ phases: [{ name: "Work", description: "", tasks }], confidence: 1 });
    const { output } = await workedByCode("wbs-generator", caseOf("wbs-generator", "wbs_party"), () => draft);
    return wbsSchema.parse(output);
  };

  it.each([
    ["a circle", [task("A", ["C"]), task("B", ["A"]), task("C", ["B"])]],
    ["what waits for itself", [task("A", ["A"])]],
    ["what waits for nothing there is", [task("A", ["Z"])]],
    ["the same title twice", [task("A"), task("A", ["A"])]],
    ["parts that make another sum", [task("A", [], { sub_tasks: [{ title: "a", estimated_effort: 9 }] })]],
    ["no effort", [task("A", [], { estimated_effort: 0 })]],
  ])("is put right: %s", async (_, tasks) => {
    expect(brokenIn(await planned(tasks))).toEqual([]);
  });

  it("is refused without a task, with a fourth level's form, and with effort below nothing", async () => {
    await expect(planned([])).rejects.toThrow("no task");
    expect(wbsDraftSchema.safeParse({ phases: [], confidence: 1 }).success).toBe(false);
    await expect(planned([task("A", [], { estimated_effort: -1 })])).rejects.toThrow();
    const deep = { title: "a", estimated_effort: 1, sub_tasks: [{ title: "b", estimated_effort: 1 }] };
    expect(JSON.stringify(await planned([task("A", [], { sub_tasks: [deep] })]))).not.toContain('"b"');
  });
});
