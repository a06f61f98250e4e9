/** What is true of the demo's projects, looked up in their rows by plain code: never written down, and never by the language that agents ask in. */
import { and, inArray, isNull } from "drizzle-orm";
import * as z from "zod";
import {
  DEMO_PROJECT_IDS,
  DEMO_TAGS,
  demoProjects,
  tagId,
  VENDOR_FIELD,
} from "../../../sandbox/world/projects/index.ts";
import { byIds, users } from "../../../src/platform/db/index.ts";
import { projectPhases, projects, tasks } from "../../../src/projects/tables/projects.ts";
import { bringProject, createRecord, CUSTOM_FIELD, TAG } from "../../../src/projects/index.ts";
import { taskPrioritySchema, taskStatusSchema } from "../../../src/projects/api/projects.ts";
import { DANA, freshProjects, projectWorld, START_MS, type World } from "../../unit/projects/harness.ts";
import { DAY_MS, dayFrom } from "./snapshot.ts";

/** Which rows are meant. */
const whereSchema = z.strictObject({
  /** A part of the project's name. */
  project: z.string().optional(),
  client: z.string().optional(),
  phase: z.string().optional(),
  status: z.array(taskStatusSchema).optional(),
  open: z.boolean().optional(),
  priority: z.array(taskPrioritySchema).optional(),
  /** Due before today. */
  overdue: z.boolean().optional(),
  /** Due so many days from now, both included. */
  due: z.tuple([z.number().int(), z.number().int()]).optional(),
  /** A member's id. */
  who: z.string().optional(),
  /** Finished within so many days. */
  finished: z.number().int().optional(),
  title: z.string().optional(),
  minHours: z.number().optional(),
});

export const truthSchema = z.strictObject({
  of: z.enum(["tasks", "projects"]).default("tasks"),
  where: whereSchema,
  /** The rows themselves, how many, the sum of a column, or how many of each kind. */
  tell: z.union([
    z.enum(["list", "count", "hours", "average"]),
    z.strictObject({ countBy: z.enum(["project", "who", "status", "priority"]) }),
    z.strictObject({ top: z.number().int().positive(), by: z.enum(["hours", "due"]), desc: z.boolean() }),
  ]),
});
export type Truth = z.infer<typeof truthSchema>;

type TaskRow = typeof tasks.$inferSelect;

/** The demo's rows at a time. */
export interface Rows {
  readonly world: World;
  readonly nowMs: number;
  readonly tasks: readonly TaskRow[];
  readonly projects: readonly (typeof projects.$inferSelect)[];
  readonly phases: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
}

/** What an answer must hold. */
export type Held =
  | { readonly kind: "rows"; readonly ids: readonly string[]; readonly titles: ReadonlyMap<string, string> }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "counts"; readonly counts: ReadonlyMap<string, number> };

let kept: { readonly nowMs: number; readonly rows: Promise<Rows> } | null = null;

/** The demo's projects as they stand at a time, brought in as its stack does. */
export function demoRows(nowMs: number): Promise<Rows> {
  if (kept?.nowMs !== nowMs) kept = { nowMs, rows: bringDemo(nowMs) };
  return kept.rows;
}

async function bringDemo(nowMs: number): Promise<Rows> {
  await freshProjects();
  const world = projectWorld();
  world.pass(nowMs - START_MS);
  for (const [name, color] of Object.entries(DEMO_TAGS))
    await createRecord(world, TAG, { id: tagId(name), name, color }, DANA);
  const vendor = { id: VENDOR_FIELD, name: "Vendor", type: "text" as const, options: [], projectId: null };
  await createRecord(world, CUSTOM_FIELD, vendor, DANA);
  for (const project of demoProjects(nowMs)) await bringProject(world, project, DANA);
  const { db } = world;
  const [allTasks, allProjects, phases, people] = await Promise.all([
    db.rows(tasks, and(inArray(tasks.projectId, [...DEMO_PROJECT_IDS]), isNull(tasks.deletedAt))),
    db.rows(projects, byIds(projects.id, [...DEMO_PROJECT_IDS])),
    db.rows(projectPhases, inArray(projectPhases.projectId, [...DEMO_PROJECT_IDS])),
    db.rows(users),
  ]);
  return {
    world,
    nowMs,
    tasks: allTasks,
    projects: allProjects,
    phases: new Map(phases.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, name }) => [id, name])),
  };
}

const isOpen = ({ status }: TaskRow): boolean => status !== "completed" && status !== "cancelled";
const has = (words: string, part: string | undefined): boolean =>
  part === undefined || new RegExp(part, "iu").test(words);

function meets(task: TaskRow, where: Truth["where"], rows: Rows): boolean {
  const project = rows.projects.find(({ id }) => id === task.projectId);
  const { nowMs } = rows;
  const due = task.dueDate ?? "";
  const holds = [
    has(project?.name ?? "", where.project),
    has(project?.clientName ?? "", where.client),
    has(rows.phases.get(task.phaseId ?? "") ?? "", where.phase),
    has(task.title, where.title),
    where.status === undefined || where.status.includes(task.status),
    where.open === undefined || where.open === isOpen(task),
    where.priority === undefined || where.priority.includes(task.priority),
    where.overdue === undefined || (isOpen(task) && due !== "" && due < dayFrom(nowMs, 0)) === where.overdue,
    where.due === undefined || (due >= dayFrom(nowMs, where.due[0]) && due <= dayFrom(nowMs, where.due[1])),
    where.who === undefined || task.assigneeIds.includes(where.who),
    where.finished === undefined ||
      (task.completedAt !== null && Date.parse(task.completedAt) >= nowMs - where.finished * DAY_MS),
    where.minHours === undefined || (task.estimatedHours ?? 0) >= where.minHours,
  ];
  return holds.every(Boolean);
}

/** Looks it up. */
export function heldBy({ of, where, tell }: Truth, rows: Rows): Held {
  const some = rows.tasks.filter((task) => meets(task, where, rows));
  if (of === "projects") {
    const ids = [...new Set(some.map(({ projectId }) => projectId))];
    if (tell === "count") return { kind: "number", value: ids.length };
    return { kind: "rows", ids, titles: new Map(rows.projects.map(({ id, name }) => [id, name])) };
  }
  const hours = some.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0);
  if (tell === "count") return { kind: "number", value: some.length };
  if (tell === "hours") return { kind: "number", value: hours };
  if (tell === "average") return { kind: "number", value: Math.round((hours / some.length) * 10) / 10 };
  const titles = new Map(rows.tasks.map(({ id, title }) => [id, title]));
  if (tell === "list") return { kind: "rows", ids: some.map(({ id }) => id), titles };
  if ("countBy" in tell) return { kind: "counts", counts: countsOf(some, tell.countBy, rows) };
  const sign = tell.desc ? -1 : 1;
  const keyed = some.map((task) => ({
    id: task.id,
    key: tell.by === "hours" ? (task.estimatedHours ?? 0) : Date.parse(task.dueDate ?? "2999-01-01"),
  }));
  const sorted = keyed.toSorted((one, other) => sign * (one.key - other.key));
  const edge = sorted[tell.top];
  if (edge !== undefined && edge.key === sorted[tell.top - 1]?.key)
    throw new Error("more than the first so many are equally far: such a question has no one answer");
  return { kind: "rows", ids: sorted.slice(0, tell.top).map(({ id }) => id), titles };
}

function countsOf(
  some: readonly TaskRow[],
  by: "project" | "who" | "status" | "priority",
  rows: Rows,
): Map<string, number> {
  const names = some.flatMap((task) => {
    if (by === "who") return task.assigneeIds.map((id) => rows.people.get(id) ?? id);
    if (by === "project") return [rows.projects.find(({ id }) => id === task.projectId)?.name ?? ""];
    return [task[by]];
  });
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
