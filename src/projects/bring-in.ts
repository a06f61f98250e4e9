/**
 * Imports projects with their history: each task is reconstructed from creation to its current state, so that
 * status times, history, comments and baseline read as if everything had happened here. The audit log says
 * who imported it, and when.
 */
import { eq } from "drizzle-orm";
import { baselineTasks, projects, statusChanges, tasks } from "./tables/projects.ts";
import { byIds, users, type Statement } from "../platform/db/index.ts";
import { HOUR_MS, msOf } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import type { BringProject, BroughtTask } from "./api/project-imports.ts";
import { ORDER_STEP, PHASE, PROJECT } from "./kinds.ts";
import { CHECKLIST_ITEM, COMMENT } from "./more-kinds.ts";
import type { NewChange } from "./seal.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import type { ProjectRow } from "./projects.ts";
import type { Plan, Prepared, RecordKind, RecordTable, Writing } from "./record-kind.ts";
import { planCreate } from "./records.ts";
import { runPlans } from "./run-plans.ts";
import { followsTask, TASK, type TaskRow } from "./task-kind.ts";
import { lastOrder } from "./tasks.ts";

const TASKS_A_BATCH = 10;

/** What is imported, and the names used for its history. */
interface Bringing {
  readonly deps: ProjectDeps;
  readonly by: Writer;
  readonly project: Pick<ProjectRow, "id" | "baselineAt">;
  readonly names: ReadonlyMap<string, string>;
}

/** Imports a project, or more tasks of an existing one. Throws `invalid_arguments`, `conflict`. */
export async function bringProject(
  deps: ProjectDeps,
  { project: given, phases, tasks: all }: BringProject,
  by: Writer,
): Promise<{ readonly made: number; readonly there: number }> {
  const names = await namesIn(deps, all);
  const project =
    (await deps.db.find(projects, eq(projects.id, given.id))) ??
    (await createProject(deps, given, phases, by));
  const ids = all.map(({ id }) => id);
  const known = await deps.db.pick({ id: tasks.id }, tasks, byIds(tasks.id, ids));
  const there = new Set(known.map(({ id }) => id));
  const fresh = all.filter(({ id }) => !there.has(id));
  refuseFuture(deps, fresh);
  const first = await lastOrder(deps.db, project.id);
  const ordered = fresh.map((task, at) => ({ sortOrder: first + (at + 1) * ORDER_STEP, ...task }));
  for (let at = 0; at < ordered.length; at += TASKS_A_BATCH) {
    const some = ordered.slice(at, at + TASKS_A_BATCH);
    const together = { ...deps, fresh: new Set([...some.map(({ id }) => id), ...names.keys()]) };
    const bringing: Bringing = { deps: together, by, project, names };
    const plans: Plan[] = [];
    for (const task of some) plans.push(...(await planTask(bringing, task)));
    await runPlans(deps, plans);
  }
  return { made: fresh.length, there: there.size };
}

/** The project with its phases. */
async function createProject(
  deps: ProjectDeps,
  { createdAt, baselineAt = null, ...values }: BringProject["project"],
  phases: BringProject["phases"],
  by: Writer,
): Promise<ProjectRow> {
  const together = { ...deps, fresh: new Set([values.id]) };
  const kind = asBrought(PROJECT, () => ({ createdAt, baselineAt }));
  const plans = [await planCreate(together, kind, values, by)];
  const phase = asBrought(PHASE, () => ({ createdAt }));
  for (const one of phases)
    plans.push(await planCreate(together, phase, { ...one, projectId: values.id }, by));
  const [written] = await runPlans(deps, plans);
  return written?.row as unknown as ProjectRow;
}

/**
 * A record kind whose new records keep their original times. `along` lists the kind’s own statements that
 * still apply; all by default.
 */
export function asBrought<Table extends RecordTable>(
  kind: RecordKind<Table>,
  set: (
    writing: Writing<Table["$inferSelect"]>,
  ) => Readonly<Record<string, unknown>> & { readonly createdAt: string },
  more: (writing: Writing<Table["$inferSelect"]>) => Partial<Prepared> = () => ({}),
): RecordKind<Table> {
  return {
    ...kind,
    async prepare(writing) {
      const prepared = (await kind.prepare?.(writing)) ?? {};
      const own = set(writing);
      return {
        ...prepared,
        ...more(writing),
        set: { ...prepared.set, ...own },
        what: "brought_in",
        happenedAt: own.createdAt,
      };
    },
  };
}

async function planTask(
  bringing: Bringing,
  { createdAt, createdById, past = [], comments = [], checklist = [], ...first }: BroughtTask,
): Promise<Plan[]> {
  const { deps, by, project, names } = bringing;
  const made: Standing = { ...TASK.defaults, ...first, createdAt };
  const told = replay(made, past);
  const { set: now } = told.at(-1) ?? { set: made };
  const kind = asBrought(
    TASK,
    () => ({
      createdAt,
      createdByKind: "user",
      createdById,
      ...timesOf(told, createdAt),
      lastCommentAt: comments.at(-1)?.at ?? null,
      commentCount: comments.length,
      checklistTotal: checklist.length,
      checklistDone: checklist.filter(({ done }) => done).length,
    }),
    (writing) => ({
      past: pastOf(writing, told, bringing),
      along: [
        ...followsTask(writing),
        ...historyOf(writing, made, told),
        ...baselineOf(writing, made, told, project.baselineAt),
      ],
    }),
  );
  const { createdAt: _, ...values } = now;
  const task = { taskId: first.id, projectId: project.id };
  const plans = [await planCreate(deps, kind, { ...values, projectId: project.id }, by)];
  for (const [at, { byId, body, at: saidAt }] of comments.entries())
    plans.push(
      await planCreate(
        deps,
        asBrought(
          COMMENT,
          () => ({ createdAt: saidAt, authorId: byId, authorName: names.get(byId) }),
          NOTHING_MOVES,
        ),
        { ...task, id: await derivedId("comment", deps.db.tenantId, first.id, String(at)), body },
        by,
      ),
    );
  for (const [at, item] of checklist.entries())
    plans.push(
      await planCreate(
        deps,
        asBrought(CHECKLIST_ITEM, () => ({ createdAt }), NOTHING_MOVES),
        {
          ...task,
          ...item,
          id: await derivedId("check", deps.db.tenantId, first.id, String(at)),
          sortOrder: (at + 1) * ORDER_STEP,
        },
        by,
      ),
    );
  return plans;
}

/** The task’s metrics were written with it. */
const NOTHING_MOVES = (): Partial<Prepared> => ({ along: [] });

type Standing = Omit<BroughtTask, "past" | "comments" | "checklist" | "createdById">;

/** A task after a step of its history. */
interface Told {
  readonly at: string;
  readonly byId: string;
  readonly was: Standing;
  readonly set: Standing;
  readonly changed: Readonly<Record<string, unknown>>;
}

function replay(made: Standing, past: NonNullable<BroughtTask["past"]>): Told[] {
  let was = made;
  return past.map(({ at, byId, set: changed }) => {
    const step = { at, byId, was, set: { ...was, ...changed, title: changed.title ?? was.title }, changed };
    was = step.set;
    return step;
  });
}

function timesOf(told: readonly Told[], createdAt: string) {
  const moves = told.filter(({ changed }) => changed["status"] !== undefined);
  const started = moves.find(({ set }) => set.status === "in_progress");
  const last = moves.at(-1);
  return {
    statusChangedAt: last?.at ?? createdAt,
    startedAt: started?.at ?? null,
    completedAt: last?.set.status === "completed" ? last.at : null,
  };
}

/** Its status over time. */
function historyOf(
  { deps: { db }, after, mine }: Writing<TaskRow>,
  made: Standing,
  told: readonly Told[],
): Statement[] {
  const moves = told.filter(({ changed }) => changed["status"] !== undefined);
  const begun = { fromStatus: null, toStatus: made.status ?? "created", at: made.createdAt, hours: 0 };
  const moved = moves.map(({ at, was, set }, index) => ({
    fromStatus: was.status ?? "created",
    toStatus: set.status ?? "created",
    at,
    hours: (msOf(at) - msOf(moves[index - 1]?.at ?? made.createdAt)) / HOUR_MS,
  }));
  const of = { taskId: after.id, projectId: after.projectId };
  return [begun, ...moved].map((row, index) =>
    db.insertIf(statusChanges, { ...of, id: `${after.id}.${index}`, ...row }, tasks, mine),
  );
}

/** Each step as a change that pages show. */
function pastOf(
  { after }: Pick<Writing<TaskRow>, "after">,
  told: readonly Told[],
  { names }: Bringing,
): NewChange[] {
  return told.map(({ at, byId, was, changed }, index) => ({
    id: `${after.id}.past.${index}`,
    projectId: after.projectId,
    entity: TASK.entity,
    entityId: after.id,
    label: after.title.slice(0, 200),
    action: "updated",
    version: 1,
    before: Object.fromEntries(Object.keys(changed).map((key) => [key, was[key as keyof Standing] ?? null])),
    after: changed,
    actorKind: "user",
    actorId: byId,
    actorName: names.get(byId) ?? "",
    runId: null,
    undoOf: null,
    undoneBy: null,
    at,
  }));
}

/** The task as of the baseline; nothing if it was created later, or was canceled by then. */
function baselineOf(
  { deps: { db }, after, mine }: Writing<TaskRow>,
  made: Standing,
  told: readonly Told[],
  at: string | null,
): Statement[] {
  if (at === null || made.createdAt > at) return [];
  const then = told.findLast((step) => step.at <= at)?.set ?? made;
  if (then.status === "cancelled") return [];
  const { id: taskId, projectId, parentId, phaseId } = after;
  const { title, priority = "medium", estimatedHours = null, startDate = null, dueDate = null } = then;
  const row = {
    projectId,
    at,
    taskId,
    parentId,
    phaseId,
    title,
    priority,
    estimatedHours,
    startDate,
    dueDate,
  };
  return [db.insertIf(baselineTasks, row, tasks, mine)];
}

/** Everyone named in its history. Throws `invalid_arguments` for anyone who was never a member. */
async function namesIn(
  { db }: ProjectDeps,
  all: readonly BroughtTask[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    all.flatMap(({ createdById, past = [], comments = [], assigneeIds = [] }) => [
      createdById,
      ...assigneeIds,
      ...past.flatMap(({ byId, set }) => [byId, ...(set.assigneeIds ?? [])]),
      ...comments.map(({ byId }) => byId),
    ]),
  );
  const found = await db.rows(users, byIds(users.id, [...ids]));
  if (found.length < ids.size)
    throw new AppError("invalid_arguments", "That member of your team doesn’t exist.");
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The history must not contain future times. */
function refuseFuture({ clock }: ProjectDeps, all: readonly BroughtTask[]): void {
  const times = all.flatMap(({ createdAt, past = [], comments = [] }) => [
    createdAt,
    ...past.map(({ at }) => at),
    ...comments.map(({ at }) => at),
  ]);
  if (times.some((at) => msOf(at) > clock.now()))
    throw new AppError("invalid_arguments", "The past can’t be later than now.");
  for (const { createdAt, past = [] } of all)
    if (past.some(({ at }, index) => at < (past[index - 1]?.at ?? createdAt)))
      throw new AppError("invalid_arguments", "A task’s history must be in order, oldest first.");
}
