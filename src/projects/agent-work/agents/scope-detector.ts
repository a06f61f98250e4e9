/**
 * Compares the scope with the baseline: code computes the differences, the model gives reasons and advice.
 */
import type { Json } from "../../../kernel/hash.ts";
import { scopeDraftSchema, type Scope } from "../../api/project-agents.ts";
import { AppError } from "../../../kernel/errors.ts";
import { likelyDuplicates } from "../../calculations/index.ts";
import { readProject, type ProjectFacts } from "../facts.ts";
import { changeLines, commentLines, descriptionLines, toOneLine, taskLine } from "../lines.ts";
import { driftOf, type Measured } from "../measure.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

type Drift = NonNullable<Measured["drifted"]>;

const NO_REASON = "No reason on record.";

export const scopeDetectorWork: ProjectAgentWork = { name: "scope-detector", prepare };

async function prepare({ deps, from, run, input }: Work): Promise<Prepared> {
  const facts = await readProject(from, run.projectId);
  const drifted = await driftOf(from, facts);
  if (drifted === null)
    throw new AppError(
      "conflict",
      "This project has no baseline yet. Store one, and drift is measured against it.",
    );
  const doubles = likelyDuplicates(drifted.additions, facts.tasks);
  const compared: Compared = {
    facts,
    drifted,
    doubles: new Map(doubles.map(({ id, otherId }) => [id, otherId])),
    near: await nearOf(deps, drifted.additions, facts),
  };
  const name = facts.project?.name ?? "";
  return {
    about: `Scope of ${name}`,
    request: [
      `Explain how “${name}” has drifted from its plan: ${drifted.percentage} % (${drifted.level}), ${signed(drifted.hoursChange)} h in estimates.`,
      ...(input.words === undefined ? [] : [input.words]),
    ],
    records: linesOf(compared),
    events: [...commentLines(facts).slice(0, 60), ...changeLines(facts)],
    find: [],
    byRules: outputOf(compared, {
      added: new Map(),
      removed: new Map(),
      recommendation: adviceByRules(drifted),
    }),
    isEmpty: drifted.level === "none",
    settle(draft) {
      const { additions, removals, recommendation } = scopeDraftSchema.parse(draft);
      const added = new Map<string, string>();
      for (const { task_id: named, reason } of additions) {
        const task = facts.taskNamed(named);
        if (task !== null) added.set(task.id, reason);
      }
      const removed = new Map(
        removals.map(({ original_title: title, reason }) => [title.toLowerCase(), reason]),
      );
      return outputOf(compared, { added, removed, recommendation });
    },
  };
}

interface Compared {
  readonly facts: ProjectFacts;
  readonly drifted: Drift;
  /** For each added task, the task it may duplicate. */
  readonly doubles: ReadonlyMap<string, string>;
  /** For each added task, the one nearest in meaning: an expansion of it, or the same in other words. */
  readonly near: ReadonlyMap<string, string>;
}

/** Searches run only for so many added tasks. */
const LOOKED_UP = 20;
/** Least share of the score that the task's own title has. */
const NEAR = 0.5;

async function nearOf(
  { nearTasks, logger, db }: Pick<Work["deps"], "nearTasks" | "logger" | "db">,
  added: Drift["additions"],
  facts: ProjectFacts,
): Promise<ReadonlyMap<string, string>> {
  const here = new Set(facts.tasks.map(({ id }) => id));
  const pairs = await Promise.all(
    added.slice(0, LOOKED_UP).map(async ({ id, title }): Promise<[string, string][]> => {
      try {
        const found = await nearTasks(title);
        const best = Math.max(...found.map(({ score }) => score), Number.EPSILON);
        const other = found.find((one) => one.id !== id && here.has(one.id) && one.score >= best * NEAR);
        return other === undefined ? [] : [[id, other.id]];
      } catch (error) {
        logger.warn("project_agent.not_found", { tenantId: db.tenantId, error });
        return [];
      }
    }),
  );
  return new Map(pairs.flat());
}

function titleOf({ tasks }: ProjectFacts, id: string): string {
  return tasks.find((task) => task.id === id)?.title ?? "";
}

function linesOf({ facts, drifted, doubles, near }: Compared): string[] {
  const added = drifted.additions.flatMap(({ id }) => facts.tasks.find((task) => task.id === id) ?? []);
  const like = (id: string): string[] => {
    const named = (other: string): string =>
      `${facts.refOf(other)} (${toOneLine(titleOf(facts, other), 80)})`;
    const [double, other] = [doubles.get(id), near.get(id)];
    if (double !== undefined) return [`looks like ${named(double)}`];
    return other === undefined ? [] : [`nearest in meaning: ${named(other)}`];
  };
  return [
    ...added.map((task) => `added: ${taskLine(task, facts, like(task.id))}`),
    ...drifted.removals.map(
      ({ title, estimatedHours }) => `taken out: ${toOneLine(title, 120)} | ${estimatedHours ?? "?"} h`,
    ),
    ...drifted.modifications.map(
      ({ taskId, field, baseline, current }) =>
        `changed: ${facts.refOf(taskId)} (${toOneLine(titleOf(facts, taskId), 80)}) ${field}: ${toOneLine(baseline, 60) || "none"} → ${toOneLine(current, 60) || "none"}`,
    ),
    ...added.flatMap((task) => descriptionLines(task, facts)),
  ];
}

function outputOf({ facts, drifted, doubles }: Compared, reasons: Reasons): Json {
  const output: Scope = {
    project_id: facts.project?.id ?? "",
    baseline_task_count: drifted.baselineCount,
    current_task_count: drifted.currentCount,
    scope_drift_percentage: isLess(drifted) ? -drifted.percentage : drifted.percentage,
    hours_change: drifted.hoursChange,
    additions: drifted.additions.map(({ id, title }) => {
      const other = doubles.get(id);
      return {
        task_id: id,
        title,
        reason: reasons.added.get(id) ?? NO_REASON,
        duplicate_of: other === undefined ? null : { task_id: other, title: titleOf(facts, other) },
      };
    }),
    removals: drifted.removals.map(({ title }) => ({
      original_title: title,
      reason: reasons.removed.get(title.toLowerCase()) ?? NO_REASON,
    })),
    modifications: drifted.modifications.map(({ taskId, field, baseline, current }) => ({
      task_id: taskId,
      title: titleOf(facts, taskId),
      field,
      baseline_value: baseline,
      current_value: current,
    })),
    alert_level: drifted.level,
    recommendation: reasons.recommendation,
  };
  return output;
}

/** Whether fewer tasks are left, or the same number with fewer hours. */
function isLess({ baselineCount, currentCount, hoursChange }: Drift): boolean {
  return currentCount < baselineCount || (currentCount === baselineCount && hoursChange < 0);
}

interface Reasons {
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<string, string>;
  readonly recommendation: string;
}

function adviceByRules({ level, percentage, additions, removals, hoursChange }: Drift): string {
  const what = `${additions.length} added, ${removals.length} taken out, ${signed(hoursChange)} hours`;
  switch (level) {
    case "none":
      return "The work is as it was planned.";
    case "info":
      return `Small changes only (${what}). Nothing to do.`;
    case "warning":
    case "critical":
      return `The scope has moved by ${percentage} % (${what}). Agree on the change with the client, or store a new baseline once it is agreed.`;
  }
}

function signed(hours: number): string {
  return `${hours >= 0 ? "+" : ""}${hours}`;
}
