/** Scope against a baseline: what was added, taken out and changed beside what the case says, and of a model the reasons that stand in comments. */
import * as z from "zod";
import { scopeSchema, type Scope } from "../../../src/projects/api/project-agents.ts";
import { differing, lacking, readData, setShape, verdict, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, keyOfId, snapshotSchema, standing } from "./snapshot.ts";

const keys = z.array(z.string());
const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      project: snapshotSchema,
      added: keys,
      removed: keys,
      /** `key.field`. */
      changed: keys,
      level: z.enum(["none", "info", "warning", "critical"]),
      /** By added task, the one that says the same. */
      doubles: z.record(z.string(), z.string()).optional(),
      /** By added or removed task, a pattern of why: it stands in what the agent is given. */
      reasons: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Case = z.infer<typeof dataSchema>["cases"][number];

export function scopeDetectorSet(): ProjectSet {
  const { line, cases } = readData("scope-detector", dataSchema);
  return {
    set: "scope",
    agent: "scope-detector",
    line,
    unit: "share",
    cases: cases.map((one) => ({
      id: one.id,
      ask: one.ask,
      projectId: one.id,
      projects: (nowMs) => [broughtFrom(one.project, one.id, nowMs)],
      input: {},
      given: Object.values(one.reasons ?? {}).map((pattern) => new RegExp(pattern, "iu")),
      grade: (output) => gradeScope(one, scopeSchema.parse(output)),
      wordsOf: (output) => reasonsLacking(one, scopeSchema.parse(output)),
    })),
  };
}

function titleOf({ id, project }: Case, key: string): string {
  const task = project.tasks.find((other) => other.key === key);
  if (task === undefined) throw new Error(`${id}: no task ${key}`);
  return task.title;
}

function gradeScope(one: Case, scope: Scope): Graded {
  const { id, project, added, removed, changed, level, doubles = {} } = one;
  const key = (taskId: string): string => keyOfId(id, taskId);
  const planned = project.tasks.filter(({ made = Infinity }) => made >= (project.agreed ?? 0)).length;
  const current = project.tasks.filter((task) => standing(task, project.made).status !== "cancelled").length;
  const twice = scope.additions.flatMap(({ task_id: taskId, duplicate_of: other }) =>
    other === null ? [] : [`${key(taskId)} of ${key(other.task_id)}`],
  );
  return verdict([
    ...differing(
      "additions",
      added,
      scope.additions.map(({ task_id: taskId }) => key(taskId)),
    ),
    ...differing(
      "removals",
      removed.map((gone) => titleOf(one, gone)),
      scope.removals.map(({ original_title: title }) => title),
    ),
    ...differing(
      "changes",
      changed,
      scope.modifications.map(({ task_id: taskId, field }) => `${key(taskId)}.${field}`),
    ),
    ...differing(
      "doubles",
      Object.entries(doubles).map(([twin, other]) => `${twin} of ${other}`),
      twice,
    ),
    ...(scope.alert_level === level ? [] : [`the level is ${scope.alert_level}, not ${level}`]),
    ...(scope.baseline_task_count === planned
      ? []
      : [`${scope.baseline_task_count} planned, not ${planned}`]),
    ...(scope.current_task_count === current ? [] : [`${scope.current_task_count} now, not ${current}`]),
    ...(scope.recommendation.trim() === "" ? ["it advises nothing"] : []),
  ]);
}

function reasonsLacking(one: Case, scope: Scope): string[] {
  const said = [
    ...scope.additions.map(({ task_id: taskId, reason }) => [keyOfId(one.id, taskId), reason] as const),
    ...scope.removals.map(({ original_title: title, reason }) => [title, reason] as const),
  ];
  return Object.entries(one.reasons ?? {}).flatMap(([key, pattern]) => {
    const reason = said.find(([of]) => of === key || of === titleOf(one, key))?.[1] ?? "";
    return lacking(reason, [pattern]).map((what) => `of ${key}: ${what}`);
  });
}
