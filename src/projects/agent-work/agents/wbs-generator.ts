/**
 * Plans a project from its description: validated here, shown to a person in full, and created in one write
 * once accepted.
 */
import { and, eq, isNull, or } from "drizzle-orm";
import type { TenantDb } from "../../../platform/db/index.ts";
import { customFieldDefinitions } from "../../tables/projects-more.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { wbsDraftSchema, wbsSchema, type Wbs, type WbsDraft } from "../../api/project-agents.ts";
import {
  calibrate,
  calibrated,
  keyOf,
  mendPlan,
  planDependencies,
  remainingPath,
  rounded,
} from "../../calculations/index.ts";
import { readFinished, readProject } from "../facts.ts";
import { calibrationLines, lastLearned } from "../learned.ts";
import { changeLines, toOneLine, taskLine } from "../lines.ts";
import { makePlan } from "../make-plan.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

/** How far back finished work is considered. */
const PAST_DAYS = 365;
const SIMILAR = 3;
const FIELDS = 20;

export const wbsGeneratorWork: ProjectAgentWork = {
  name: "wbs-generator",
  prepare,
  edited(output, edit) {
    if (!("phases" in edit)) throw new AppError("invalid_arguments", "A plan has phases and tasks.");
    const { confidence, calibration_sources: sources } = wbsSchema.parse(output);
    return planOf({ phases: edit.phases, confidence }, sources);
  },
  apply: (work, output, by) => makePlan(work, wbsSchema.parse(output), by),
};

async function prepare({ from, run, input, deps }: Work): Promise<Prepared> {
  const [facts, past, learned, fields] = await Promise.all([
    readProject(from, run.projectId),
    readFinished(from, PAST_DAYS),
    lastLearned(deps.db),
    fieldsOf(deps.db, run.projectId),
  ]);
  const words = [input.words ?? "", facts.project?.description ?? ""].filter((said) => said.trim() !== "");
  if (words.length === 0)
    throw new AppError("invalid_request", "Say what the project is to achieve, and it can be planned.");
  const factors = learned === null ? calibrate(past.tasks) : null;
  const similar = similarProjects(words.join(" "), past.tasks, past.projectNames, run.projectId);
  return {
    about: `A plan for ${facts.project?.name ?? ""}`,
    request: [`Plan “${facts.project?.name ?? ""}”:`, ...words.flatMap((said) => said.split("\n"))],
    records: [
      ...facts.tasks.map((task) => `there already: ${taskLine(task, facts)}`),
      ...(learned === null
        ? (factors ?? []).map(
            ({ of: type, factor, samples }) =>
              `Work of the kind “${type}” took ${factor} times its estimate (${samples} samples).`,
          )
        : calibrationLines(learned)),
      ...similar.flatMap(({ name, tasks }) =>
        tasks.map(
          ({ title, estimatedHours, actualHours }) =>
            `in “${toOneLine(name, 60)}”: ${toOneLine(title, 100)} | estimated ${estimatedHours ?? "?"} h, took ${actualHours ?? "?"} h`,
        ),
      ),
      `The team: ${[...facts.people.values()].join(", ")}.`,
      ...fields.map(
        ({ name, type, options }) =>
          `Each task here has the field “${toOneLine(name, 60)}”: ${options.length === 0 ? type.replace("_", " ") : options.map((one) => toOneLine(one, 40)).join(", ")}.`,
      ),
    ],
    events: changeLines(facts),
    find: [words.join(" ").slice(0, 300)],
    byRules: null,
    settle: (draft) =>
      planOf(
        wbsDraftSchema.parse(draft),
        similar.map(({ id }) => id),
      ),
  };
}

/** The custom fields of a project's tasks. */
function fieldsOf(db: TenantDb, projectId: string) {
  const { projectId: of, deletedAt, sortOrder } = customFieldDefinitions;
  return db
    .rows(customFieldDefinitions, and(isNull(deletedAt), or(isNull(of), eq(of, projectId))))
    .orderBy(sortOrder)
    .limit(FIELDS);
}

/**
 * The plan as shown: repaired, with totals and critical path. Throws `invalid_arguments` if it has no tasks.
 */
function planOf(draft: WbsDraft, sources: readonly string[]): Json {
  const named = uniqueTitles(draft);
  const { plan, dropped } = mendPlan(named);
  const phases = plan.phases.map((phase, at) => ({
    ...phase,
    sort_order: at + 1,
    tasks: phase.tasks.map((task) => {
      const parts = task.sub_tasks.reduce((sum, part) => sum + part.estimated_effort, 0);
      return { ...task, estimated_effort: parts > 0 ? rounded(parts) : calibrated(task.estimated_effort, 1) };
    }),
  }));
  const tasks = phases.flatMap((phase) => phase.tasks);
  if (tasks.length === 0) throw new AppError("invalid_arguments", "The plan had no task in it.");
  const path = remainingPath(
    tasks.map(({ title, estimated_effort: estimatedHours }) => ({
      id: keyOf(title),
      status: "created",
      estimatedHours,
      actualHours: null,
    })),
    planDependencies({ phases }),
  );
  const output: Wbs = {
    phases,
    confidence: draft.confidence,
    calibration_sources: [...sources],
    total_effort: rounded(tasks.reduce((sum, task) => sum + task.estimated_effort, 0)),
    critical_path_hours: path.lengthHours,
    dropped,
  };
  return output;
}

/** Appends the phase to duplicate titles, because dependencies refer to tasks by title. */
function uniqueTitles(draft: WbsDraft): WbsDraft {
  const seen = new Set<string>();
  return {
    ...draft,
    phases: draft.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => {
        let title = task.title;
        for (let count = 2; seen.has(keyOf(title)); count++)
          title = `${task.title} (${count === 2 ? phase.name : `${phase.name} ${count - 1}`})`;
        seen.add(keyOf(title));
        return { ...task, title };
      }),
    })),
  };
}

/** The finished projects whose tasks share the most words with the description. */
function similarProjects<Task extends { projectId: string; title: string }>(
  words: string,
  tasks: readonly Task[],
  names: ReadonlyMap<string, string>,
  own: string,
): { readonly id: string; readonly name: string; readonly tasks: readonly Task[] }[] {
  const wanted = new Set(words.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu));
  return [...Map.groupBy(tasks, ({ projectId }) => projectId)]
    .filter(([id]) => id !== own && names.has(id))
    .map(([id, some]) => {
      const name = names.get(id) ?? "";
      const said = new Set(
        `${name} ${some.map(({ title }) => title).join(" ")}`.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu),
      );
      return {
        id,
        name,
        tasks: some.slice(0, 30),
        score: [...wanted].filter((word) => said.has(word)).length,
      };
    })
    .filter(({ score }) => score >= 2)
    .sort((one, other) => other.score - one.score)
    .slice(0, SIMILAR);
}
