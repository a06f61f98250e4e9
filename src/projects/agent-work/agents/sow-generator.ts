/**
 * Statement of work: the model writes the text, code computes every figure and date, and a document is
 * created once a person accepts it.
 */
import { isNull } from "drizzle-orm";
import { rates } from "../../tables/projects-more.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { derivedId } from "../../../kernel/ids.ts";
import {
  sowDraftSchema,
  sowSchema,
  type Learning,
  type Sow,
  type SowDraft,
} from "../../api/project-agents.ts";
import { writeOnlyDocument } from "../../index.ts";
import { costOf, rounded, split, type TaskFact } from "../../calculations/index.ts";
import { readProject, type ProjectFacts } from "../facts.ts";
import { lastLearned } from "../learned.ts";
import { changeLines, descriptionLines, toOneLine, taskLine } from "../lines.ts";
import { sowMarkdown } from "../sow-markdown.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

/** Maximum roles with a rate that are read. */
const ROLES = 50;
const CURRENCY = "USD";
/** Overrun factor and number of samples from which an estimate of this kind of work counts as weak. */
const WEAK = { factor: 1.3, samples: 3 } as const;

const NO_TERMS = "There are no terms and conditions yet.";

export const sowGeneratorWork: ProjectAgentWork = {
  name: "sow-generator",
  prepare,
  edited(output, edit) {
    if ("phases" in edit)
      throw new AppError("invalid_arguments", "A statement of work has no phases to change.");
    const sow = sowSchema.parse(output);
    const settled = sow.open_points.filter((point) => point !== NO_TERMS);
    const edited: Sow = {
      ...sow,
      ...edit,
      open_points: edit.terms_and_conditions === "" ? [...settled, NO_TERMS] : settled,
    };
    return edited;
  },
  apply: writeDocument,
};

/** Input of the calculations. */
interface Plan {
  readonly facts: ProjectFacts;
  /** Excludes subtasks and canceled tasks: what a deliverable may consist of. */
  readonly tasks: readonly TaskFact[];
  readonly hoursOf: (task: TaskFact) => number | null;
  /** Dollars per hour, by role. */
  readonly rates: ReadonlyMap<string, number>;
  readonly learned: Learning | null;
}

async function prepare({ from, run, input, deps }: Work): Promise<Prepared> {
  const [facts, rows, learned] = await Promise.all([
    readProject(from, run.projectId),
    deps.db.rows(rates, isNull(rates.deletedAt)).limit(ROLES),
    lastLearned(deps.db),
  ]);
  const priced = rows.filter(({ role, currency }) => role !== "" && currency === CURRENCY);
  const plan = planOf(facts, new Map(priced.map(({ role, perHour }) => [role, perHour])), learned);
  const { name = "", description = "", clientName = "" } = facts.project ?? {};
  return {
    about: `Statement of work for ${name}`,
    request: [
      `Draft a statement of work for “${name}”${clientName === "" ? "" : `, client “${clientName}”`}.`,
      ...(input.words ?? "").split("\n").filter((line) => line.trim() !== ""),
    ],
    records: [
      ...(description.trim() === "" ? [] : [`The project says: ${toOneLine(description, 1_500)}`]),
      ...facts.phases.map((phase) => `Phase “${toOneLine(phase.name, 100)}”`),
      `Roles with a rate: ${[...plan.rates.keys()].map((role) => toOneLine(role, 60)).join(", ") || "none"}.`,
      ...plan.tasks.map((task) => taskLine(task, facts)),
      ...plan.tasks.flatMap((task) => descriptionLines(task, facts)),
    ],
    events: changeLines(facts),
    find: [
      `statement of work ${name} ${clientName}`.trim(),
      // The client's own terms for the deliverables.
      ...(clientName === "" ? [] : [`What ${clientName} asks for and how they call it: ${name}`]),
    ],
    byRules: settle(plan, draftByRules(plan)),
    settle: (draft) => settle(plan, sowDraftSchema.parse(draft)),
  };
}

function planOf(facts: ProjectFacts, priced: Plan["rates"], learned: Learning | null): Plan {
  const counted = facts.tasks.filter(({ status }) => status !== "cancelled");
  const parts = Map.groupBy(counted, ({ parentId }) => parentId ?? "");
  return {
    facts,
    tasks: counted.filter(({ parentId }) => parentId === null),
    hoursOf({ id, estimatedHours }) {
      const estimates = (parts.get(id) ?? []).flatMap((part) => part.estimatedHours ?? []);
      return estimates.length === 0 ? estimatedHours : estimates.reduce((sum, hours) => sum + hours, 0);
    },
    rates: priced,
    learned,
  };
}

/** The draft without a model: one deliverable per phase. */
function draftByRules({ facts, tasks, rates: priced }: Plan): SowDraft {
  const name = facts.project?.name ?? "";
  const phases = facts.phases
    .map((phase) => ({ name: phase.name, tasks: tasks.filter(({ phaseId }) => phaseId === phase.id) }))
    .filter((phase) => phase.tasks.length > 0);
  const loose = tasks.filter(
    ({ phaseId }) => phaseId === null || !facts.phases.some(({ id }) => id === phaseId),
  );
  const all = loose.length === 0 && phases.length > 0 ? phases : [...phases, { name, tasks: loose }];
  return {
    title: `Statement of work: ${name}`.slice(0, 200),
    executive_summary: (facts.project?.description.trim() || `The work of ${name}.`).slice(0, 2_000),
    scope_of_work: {
      in_scope: all.map((phase) => phase.name).slice(0, 30),
      out_of_scope: [],
      assumptions: [],
    },
    deliverables: all.slice(0, 40).map((phase) => ({
      name: phase.name,
      description: "",
      acceptance_criteria: phase.tasks.slice(0, 10).map(({ title }) => `Done: ${title}`),
      tasks: phase.tasks.map(({ id }) => id),
    })),
    milestones: all
      .slice(0, 20)
      .map((phase) => ({ name: `${phase.name} finished`, deliverables: [phase.name] })),
    resource_plan: [...priced.keys()].map((role) => ({ role, allocation_percentage: 100 })),
    terms_and_conditions: "",
    confidence: 0.3,
  };
}

/** A deliverable and its tasks. */
interface Own {
  readonly deliverable: SowDraft["deliverables"][number];
  readonly tasks: readonly TaskFact[];
  readonly hours: number;
}

/** Adds the figures: hours from task estimates, cost from rates, dates from due dates. */
function settle(plan: Plan, draft: SowDraft): Json {
  const { facts } = plan;
  const own = ownTasks(plan, draft);
  const roles = sharesOf(plan, draft);
  const hours = rounded(own.reduce((sum, one) => sum + one.hours, 0));
  const total = costOf(hours, roles);
  const costs = split(
    total,
    own.map((one) => one.hours),
  );
  const milestones = milestonesOf(draft, own);
  const payments = split(
    total,
    milestones.map((one) => one.hours),
  );
  const schedule =
    total === 0
      ? []
      : milestones.map(({ name, date }, at) => ({
          milestone: name,
          amount: payments[at] ?? 0,
          due_date: date,
        }));
  const terms = draft.terms_and_conditions;
  const output: Sow = {
    title: draft.title,
    client_name: facts.project?.clientName ?? "",
    project_name: facts.project?.name ?? "",
    executive_summary: draft.executive_summary,
    scope_of_work: draft.scope_of_work,
    deliverables: own.map((one, at) => ({
      name: one.deliverable.name,
      description: one.deliverable.description,
      acceptance_criteria: one.deliverable.acceptance_criteria,
      estimated_effort_hours: one.hours,
      estimated_cost: costs[at] ?? 0,
      phase: phasesOf(facts, one.tasks),
      weak: weakness(plan, one.tasks),
    })),
    timeline: {
      start_date: facts.project?.startDate ?? null,
      end_date: facts.project?.dueDate ?? lastDue(plan.tasks),
      milestones: milestones.map(({ name, date, deliverables }) => ({ name, date, deliverables })),
    },
    resource_plan: roles,
    total_effort_hours: hours,
    total_estimated_cost: total,
    payment_schedule: schedule,
    terms_and_conditions: terms,
    open_points: openPoints(plan, own, { roles, terms, payments: schedule }),
    confidence: draft.confidence,
  };
  return output;
}

/** Each task counts once, for the first deliverable that names it; a subtask counts with its parent. */
function ownTasks({ facts, tasks, hoursOf }: Plan, { deliverables }: SowDraft): Own[] {
  const left = new Map(tasks.map((task) => [task.id, task]));
  return deliverables.map((deliverable) => {
    const mine = deliverable.tasks.flatMap((named) => {
      const found = facts.taskNamed(named);
      const task = left.get(found?.parentId ?? found?.id ?? "");
      if (task === undefined) return [];
      left.delete(task.id);
      return [task];
    });
    const hours = rounded(mine.reduce((sum, task) => sum + (hoursOf(task) ?? 0), 0));
    return { deliverable, tasks: mine, hours };
  });
}

/** Roles that have a rate, with shares that add up to 100. */
function sharesOf({ rates: priced }: Plan, { resource_plan: wanted }: SowDraft): Sow["resource_plan"] {
  const known = wanted.filter(
    ({ role, allocation_percentage: share }, at) =>
      share > 0 && priced.has(role) && wanted.findIndex((other) => other.role === role) === at,
  );
  const shares = split(
    100,
    known.map(({ allocation_percentage: share }) => share),
  );
  return known.map(({ role }, at) => ({
    role,
    allocation_percentage: shares[at] ?? 0,
    rate_per_hour: priced.get(role) ?? 0,
  }));
}

/**
 * A milestone is due on the last due date of its tasks. Deliverables without a milestone are due at the end.
 */
function milestonesOf({ milestones }: SowDraft, own: readonly Own[]) {
  const left = new Set(own);
  const named = milestones.flatMap(({ name, deliverables }) => {
    const its = [...left].filter(({ deliverable }) => deliverables.includes(deliverable.name));
    for (const one of its) left.delete(one);
    return its.length === 0 ? [] : [milestoneOf(name, its)];
  });
  return left.size === 0 ? named : [...named, milestoneOf("Completion", [...left])];
}

function milestoneOf(name: string, own: readonly Own[]) {
  return {
    name,
    deliverables: own.map(({ deliverable }) => deliverable.name),
    date: lastDue(own.flatMap(({ tasks }) => tasks)),
    hours: own.reduce((sum, one) => sum + one.hours, 0),
  };
}

function lastDue(tasks: readonly TaskFact[]): string | null {
  return (
    tasks
      .flatMap(({ dueDate }) => dueDate ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

function phasesOf({ phases }: ProjectFacts, tasks: readonly TaskFact[]): string {
  return phases
    .filter(({ id }) => tasks.some(({ phaseId }) => phaseId === id))
    .map(({ name }) => name)
    .join(", ");
}

function weakness({ hoursOf, learned }: Plan, tasks: readonly TaskFact[]): string | null {
  const missing = tasks.filter((task) => hoursOf(task) === null).length;
  const kinds = new Set(tasks.map(({ type }) => type));
  const slow = (learned?.estimation_calibration ?? []).filter(
    ({ task_type: kind, calibration_factor: factor, sample_size: samples }) =>
      kinds.has(kind) && factor >= WEAK.factor && samples >= WEAK.samples,
  );
  const reasons = [
    ...(tasks.length === 0 ? ["no task of the project is behind it"] : []),
    ...(missing === 0 ? [] : [`${missing} of its ${tasksWords(tasks.length)} without an estimate`]),
    ...slow.map(
      ({ task_type: kind, calibration_factor: factor, sample_size: samples }) =>
        `work of the kind “${toOneLine(kind, 40)}” took ${factor} times its estimate (${samples} samples)`,
    ),
  ];
  return reasons.length === 0 ? null : reasons.join("; ");
}

function tasksWords(amount: number): string {
  return `${amount} ${amount === 1 ? "task" : "tasks"}`;
}

function openPoints(
  { facts, tasks, hoursOf }: Plan,
  own: readonly Own[],
  {
    roles,
    terms,
    payments,
  }: {
    readonly roles: Sow["resource_plan"];
    readonly terms: string;
    readonly payments: Sow["payment_schedule"];
  },
): string[] {
  const covered = new Set(own.flatMap((one) => one.tasks));
  const outside = tasks.filter((task) => !covered.has(task));
  const hours = rounded(outside.reduce((sum, task) => sum + (hoursOf(task) ?? 0), 0));
  const unsure = tasks.filter((task) => hoursOf(task) === null).length;
  const { clientName = "", startDate = null, dueDate = null } = facts.project ?? {};
  return [
    ...(clientName === "" ? ["The project names no client."] : []),
    ...(startDate === null ? ["The project has no start date."] : []),
    ...(roles.length === 0 ? [`No role has a rate in ${CURRENCY}, so there is no cost.`] : []),
    ...(unsure === 0 ? [] : [`${tasksWords(unsure)} without an estimate count as 0 hours.`]),
    ...(outside.length === 0
      ? []
      : [
          `In no deliverable: ${tasksWords(outside.length)} (${hours} h): ${outside
            .slice(0, 5)
            .map(({ title }) => toOneLine(title, 60))
            .join(", ")}${outside.length > 5 ? ", …" : ""}.`,
        ]),
    ...payments.flatMap(({ milestone, due_date: due }) =>
      dueDate === null || due === null || due <= dueDate
        ? []
        : [
            `The payment for “${toOneLine(milestone, 60)}” is due on ${due}, after the project ends on ${dueDate}.`,
          ],
    ),
    ...(terms.trim() === "" ? [NO_TERMS] : []),
  ];
}

/**
 * Writes the project’s statement of work, as a new version if one exists. The ID of the first one is derived
 * from the run, so a repeat finds it.
 */
async function writeDocument({ deps, run }: Work, output: Json): Promise<readonly string[]> {
  const sow = sowSchema.parse(output);
  const agent = { kind: "agent", id: "sow-generator", name: "Statement of work" } as const;
  const { row } = await writeOnlyDocument(
    deps.writing,
    deps.files,
    {
      id: await derivedId("document", deps.db.tenantId, run.id),
      projectId: run.projectId,
      title: sow.title,
      kind: "sow",
      content: sowMarkdown(sow),
    },
    { actor: agent, runId: run.id },
    { author: agent, runId: run.id, source: "Drafted from the project’s records" },
  );
  return [row.id];
}
