/**
 * A project's records as input of its agents: read once per run, bounded, with short references for tasks.
 */
import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import { listTeam } from "../../platform/auth/index.ts";
import {
  baselineTasks,
  projectChanges,
  projectPhases,
  projects,
  statusChanges,
  taskDependencies,
  tasks,
  taskAssignments,
} from "../tables/projects.ts";
import { byIds, type TenantDb, among } from "../../platform/db/index.ts";
import { comments } from "../tables/projects-more.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { momentOf } from "../../kernel/local-time.ts";
import { isAsSealed } from "../index.ts";
import { type Dependency, type StatusChange, type TaskFact } from "../calculations/index.ts";

/** Maximum rows read of each kind. */
const MOST = { tasks: 5_000, changes: 400, comments: 200, statusChanges: 5_000, own: 300 } as const;
const HISTORY_MS = 56 * DAY_MS;
const RECENT_MS = 8 * DAY_MS;
const LEVELS = 4;

type ProjectRow = typeof projects.$inferSelect;
type ChangeRow = typeof projectChanges.$inferSelect;
type CommentRow = typeof comments.$inferSelect;
type TaskRow = typeof tasks.$inferSelect;

/** Facts about a project, or about one member's work. */
export interface ProjectFacts {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Null for work across projects. */
  readonly project: ProjectRow | null;
  readonly phases: readonly { readonly id: string; readonly name: string }[];
  readonly tasks: readonly TaskFact[];
  readonly dependencies: readonly Dependency[];
  /** Names of members, by ID. */
  readonly people: ReadonlyMap<string, string>;
  /** Names of the tasks' projects. */
  readonly projectNames: ReadonlyMap<string, string>;
  /** Last eight weeks, oldest first. */
  readonly statusChanges: readonly StatusChange[];
  /** Writes of the last days, newest first. */
  readonly changes: readonly ChangeRow[];
  /** Newest first. */
  readonly comments: readonly CommentRow[];
  readonly lastCommentMs: ReadonlyMap<string, number>;
  /** Short references of tasks: `T3`. */
  readonly refOf: (taskId: string) => string;
  /** The task a model refers to by short reference, ID or title; null if none. */
  readonly taskNamed: (named: string) => TaskFact | null;
}

export interface FactsFrom {
  readonly db: TenantDb;
  readonly nowMs: number;
  readonly timeZone: string;
}

const alive = isNull(tasks.deletedAt);

/** Throws `not_found`. */
export async function readProject(from: FactsFrom, projectId: string): Promise<ProjectFacts> {
  const { db, nowMs } = from;
  const since = isoTime(nowMs - HISTORY_MS);
  const recent = isoTime(nowMs - RECENT_MS);
  const [project, phases, rows, edges, moved, changed, said, people] = await Promise.all([
    db.find(projects, and(eq(projects.id, projectId), isNull(projects.deletedAt)) ?? sql`0`),
    db
      .rows(projectPhases, and(eq(projectPhases.projectId, projectId), isNull(projectPhases.deletedAt)))
      .orderBy(projectPhases.sortOrder),
    db
      .rows(tasks, and(eq(tasks.projectId, projectId), alive))
      .orderBy(tasks.sortOrder, tasks.id)
      .limit(MOST.tasks),
    db.rows(taskDependencies, eq(taskDependencies.projectId, projectId)).limit(MOST.tasks * 2),
    db
      .rows(statusChanges, and(eq(statusChanges.projectId, projectId), gte(statusChanges.at, since)))
      .orderBy(statusChanges.at)
      .limit(MOST.statusChanges),
    db
      .rows(projectChanges, and(eq(projectChanges.projectId, projectId), gte(projectChanges.at, recent)))
      .orderBy(desc(projectChanges.at))
      .limit(MOST.changes),
    db
      .rows(comments, and(eq(comments.projectId, projectId), isNull(comments.deletedAt)))
      .orderBy(desc(comments.createdAt))
      .limit(MOST.comments),
    peopleOf(db),
  ]);
  if (project === null) throw new AppError("not_found", "That project doesn’t exist anymore.");
  return factsOf(from, {
    project,
    phases,
    rows,
    edges,
    moved,
    changes: changed.filter(isAsSealed),
    comments: said,
    people,
    projectNames: new Map([[project.id, project.name]]),
  });
}

/** Reads a member's open tasks in all projects, and the tasks that depend on them. */
export async function readOwnWork(from: FactsFrom, userId: string): Promise<ProjectFacts> {
  const { db } = from;
  const mine = await db
    .rows(taskAssignments, and(eq(taskAssignments.userId, userId), eq(taskAssignments.open, true)))
    .orderBy(taskAssignments.due)
    .limit(MOST.own);
  const ids = new Set(mine.map(({ taskId }) => taskId));
  const edges = new Map<string, Dependency>();
  let next = [...ids];
  for (let level = 0; level < LEVELS && next.length > 0; level++) {
    const [behind, before] = await Promise.all([
      db.rows(taskDependencies, among(taskDependencies.dependsOnId, next)).limit(MOST.own * 3),
      level === 0
        ? db.rows(taskDependencies, among(taskDependencies.taskId, next)).limit(MOST.own * 3)
        : Promise.resolve([]),
    ]);
    for (const edge of [...behind, ...before]) edges.set(`${edge.taskId}<${edge.dependsOnId}`, edge);
    next = behind.map(({ taskId }) => taskId).filter((id) => !ids.has(id));
    for (const { taskId, dependsOnId } of [...behind, ...before]) ids.add(taskId).add(dependsOnId);
  }
  const [rows, people] = await Promise.all([
    db.rows(tasks, byIds(tasks.id, [...ids], alive)).limit(MOST.tasks),
    peopleOf(db),
  ]);
  const named = await db.rows(
    projects,
    byIds(projects.id, [...new Set(rows.map(({ projectId }) => projectId))]),
  );
  return factsOf(from, {
    project: null,
    phases: [],
    rows,
    edges: [...edges.values()],
    moved: [],
    changes: [],
    comments: [],
    people,
    projectNames: new Map(named.map(({ id, name }) => [id, name])),
  });
}

/** Reads tasks finished in all projects in the last `days` days, and their status changes. */
export async function readFinished(from: FactsFrom, days: number): Promise<ProjectFacts> {
  const { db, nowMs } = from;
  const since = isoTime(nowMs - days * DAY_MS);
  const [rows, moved, people, named] = await Promise.all([
    db
      .rows(tasks, and(eq(tasks.status, "completed"), gte(tasks.statusChangedAt, since), alive))
      .orderBy(desc(tasks.statusChangedAt))
      .limit(MOST.tasks),
    db.rows(statusChanges, gte(statusChanges.at, since)).orderBy(statusChanges.at).limit(MOST.statusChanges),
    peopleOf(db),
    db.rows(projects, isNull(projects.deletedAt)).orderBy(desc(projects.updatedAt)).limit(200),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  const blocked = moved.flatMap(({ taskId, fromStatus }) =>
    fromStatus === "blocked" && ids.has(taskId) ? [taskId] : [],
  );
  const said = await db
    .rows(comments, and(among(comments.taskId, blocked.slice(-40)), isNull(comments.deletedAt)))
    .limit(MOST.comments);
  return factsOf(from, {
    project: null,
    phases: [],
    rows,
    edges: [],
    moved,
    changes: [],
    comments: said,
    people,
    projectNames: new Map(named.map(({ id, name }) => [id, name])),
  });
}

/** Tasks of the current baseline; null if there is none. */
export async function readBaseline({ db }: Pick<FactsFrom, "db">, { id, baselineAt }: ProjectRow) {
  if (baselineAt === null) return null;
  const same = and(eq(baselineTasks.projectId, id), eq(baselineTasks.at, baselineAt));
  return db.rows(baselineTasks, same).limit(MOST.tasks);
}

async function peopleOf(db: TenantDb): Promise<ReadonlyMap<string, string>> {
  return new Map((await listTeam(db)).map(({ id, name }) => [id, name]));
}

interface Read extends Pick<
  ProjectFacts,
  "project" | "phases" | "changes" | "comments" | "people" | "projectNames"
> {
  readonly rows: readonly TaskRow[];
  readonly edges: readonly Dependency[];
  readonly moved: readonly (typeof statusChanges.$inferSelect)[];
}

function factsOf({ nowMs, timeZone }: FactsFrom, read: Read): ProjectFacts {
  const { project, phases, rows, edges, moved, people, changes, projectNames } = read;
  const facts = rows.map((row) => factOf(row, timeZone));
  const byRef = new Map(facts.map((task, at) => [`t${at + 1}`, task]));
  const byId = new Map(facts.map((task) => [task.id, task]));
  const byTitle = new Map(facts.map((task) => [task.title.toLowerCase(), task]));
  const refs = new Map(facts.map(({ id }, at) => [id, `T${at + 1}`]));
  return {
    nowMs,
    timeZone,
    project,
    phases: phases.map(({ id, name }) => ({ id, name })),
    tasks: facts,
    dependencies: edges.map(({ taskId, dependsOnId }) => ({ taskId, dependsOnId })),
    people,
    projectNames,
    statusChanges: moved.map(({ taskId, fromStatus, toStatus, at }) => ({
      taskId,
      from: fromStatus,
      to: toStatus,
      atMs: msOf(at),
    })),
    changes,
    comments: read.comments,
    lastCommentMs: new Map(
      rows.flatMap(({ id, lastCommentAt }) => (lastCommentAt === null ? [] : [[id, msOf(lastCommentAt)]])),
    ),
    refOf: (taskId) => refs.get(taskId) ?? "",
    taskNamed(named) {
      const key = named.trim().toLowerCase();
      return byRef.get(key) ?? byId.get(named.trim()) ?? byTitle.get(key) ?? null;
    },
  };
}

function factOf(row: TaskRow, timeZone: string): TaskFact {
  const at = (iso: string | null): number | null => (iso === null ? null : msOf(iso));
  return {
    id: row.id,
    projectId: row.projectId,
    phaseId: row.phaseId,
    parentId: row.parentId,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    type: row.type,
    estimatedHours: row.estimatedHours,
    actualHours: row.actualHours,
    dueDate: row.dueDate,
    dueMs: row.dueDate === null ? null : momentOf(row.dueDate, timeZone) + DAY_MS - 1,
    createdMs: msOf(row.createdAt),
    startedMs: at(row.startedAt),
    completedMs: at(row.completedAt),
    statusChangedMs: msOf(row.statusChangedAt),
    clientVisible: row.clientVisible,
    assignees: row.assigneeIds,
    tagIds: row.tagIds,
  };
}
