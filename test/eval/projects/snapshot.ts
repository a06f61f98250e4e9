/** Projects as a data file tells them: a few words a task, days counted from now, brought into the product with their past through its own import. */
import * as z from "zod";
import type { BringProject, BroughtTask, PastStep } from "../../../src/projects/api/project-imports.ts";
import {
  projectStatusSchema,
  taskPrioritySchema,
  taskStatusSchema,
} from "../../../src/projects/api/projects.ts";
import { dayOf } from "../../../src/kernel/calendar.ts";

export const DAY_MS = 86_400_000;
export const ZONE = "America/New_York";

/** The demo's property managers. */
const whoSchema = z.enum(["dana", "marcus", "priya", "tom", "lena"]);
export type Who = z.infer<typeof whoSchema>;

/** A member's id. */
export const idOf = (who: Who): string => `user_demo_${who}`;

/** Days ago, and what was set then: a status, or values by their names here. */
const stepSchema = z.tuple([
  z.number().positive(),
  z.union([
    taskStatusSchema,
    z.strictObject({
      title: z.string().optional(),
      priority: taskPrioritySchema.optional(),
      hours: z.number().nullable().optional(),
      due: z.number().int().nullable().optional(),
      who: z.array(whoSchema).optional(),
    }),
  ]),
]);

const taskSchema = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9]*$/),
  title: z.string(),
  about: z.string().optional(),
  priority: taskPrioritySchema.optional(),
  hours: z.number().optional(),
  spent: z.number().optional(),
  /** Days from now. */
  due: z.number().int().optional(),
  who: z.array(whoSchema).optional(),
  /** Its place among the phases, from 0. */
  phase: z.number().int().optional(),
  needs: z.array(z.string()).optional(),
  partOf: z.string().optional(),
  client: z.boolean().optional(),
  /** Days ago; with the project where left out. */
  made: z.number().positive().optional(),
  /** Oldest first. */
  past: z.array(stepSchema).optional(),
  /** Days ago, by whom, what. Oldest first. */
  says: z.array(z.tuple([z.number().positive(), whoSchema, z.string()])).optional(),
});
export type SnapshotTask = z.infer<typeof taskSchema>;

export const snapshotSchema = z.strictObject({
  name: z.string(),
  about: z.string().optional(),
  client: z.string().optional(),
  owner: whoSchema.optional(),
  status: projectStatusSchema.optional(),
  /** Days ago. */
  made: z.number().positive().optional(),
  /** Days ago at which its tasks were agreed on. */
  agreed: z.number().positive().optional(),
  /** Days from now. */
  starts: z.number().int().optional(),
  due: z.number().int().optional(),
  phases: z.array(z.string()).optional(),
  tasks: z.array(taskSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The day so many days from now, in the team's zone. */
export const dayFrom = (nowMs: number, days: number): string => dayOf(nowMs + days * DAY_MS, ZONE);

const MADE_DAYS_AGO = 30;

/** The id of a task of such a project. */
export const taskId = (projectId: string, key: string): string => `${projectId}_${key}`;

/** The key of a task by its id; the id itself where it is none of the project's. */
export function keyOfId(projectId: string, id: string): string {
  return id.startsWith(`${projectId}_`) ? id.slice(projectId.length + 1) : id;
}

/** The project as the product takes it in. */
export function broughtFrom(snapshot: Snapshot, id: string, nowMs: number): BringProject {
  const { name, about = "", client = "", owner = "dana", made = MADE_DAYS_AGO, phases = [] } = snapshot;
  const ago = (days: number): string => new Date(nowMs - days * DAY_MS).toISOString();
  const day = (days: number | null | undefined): string | null =>
    days === undefined || days === null ? null : dayFrom(nowMs, days);
  return {
    project: {
      id,
      name,
      description: about,
      clientName: client,
      ownerId: idOf(owner),
      status: snapshot.status ?? "active",
      startDate: day(snapshot.starts),
      dueDate: day(snapshot.due),
      createdAt: ago(made),
      baselineAt: snapshot.agreed === undefined ? null : ago(snapshot.agreed),
    },
    phases: phases.map((phase, at) => ({
      id: `${id}_phase_${at}`,
      name: phase,
      description: "",
      sortOrder: (at + 1) * 1024,
    })),
    tasks: snapshot.tasks.map((task) => broughtTask(task, { id, owner, made, ago, day })),
  };
}

interface Around {
  readonly id: string;
  readonly owner: Who;
  readonly made: number;
  readonly ago: (days: number) => string;
  readonly day: (days: number | null | undefined) => string | null;
}

function broughtTask(task: SnapshotTask, { id, owner, made, ago, day }: Around): BroughtTask {
  const by = idOf(task.who?.[0] ?? owner);
  return {
    id: taskId(id, task.key),
    title: task.title,
    description: task.about ?? "",
    priority: task.priority ?? "medium",
    type: task.title.split(" ")[0]?.toLowerCase() ?? "",
    estimatedHours: task.hours ?? null,
    actualHours: task.spent ?? null,
    dueDate: day(task.due),
    assigneeIds: (task.who ?? []).map(idOf),
    phaseId: task.phase === undefined ? null : `${id}_phase_${task.phase}`,
    ...(task.partOf === undefined ? {} : { parentId: taskId(id, task.partOf) }),
    clientVisible: task.client ?? false,
    dependsOn: (task.needs ?? []).map((key) => taskId(id, key)),
    createdAt: ago(task.made ?? made),
    createdById: idOf(owner),
    past: (task.past ?? []).map(([days, set]): PastStep => ({
      at: ago(days),
      byId: by,
      set: setOf(set, day),
    })),
    comments: (task.says ?? []).map(([days, who, body]) => ({ at: ago(days), byId: idOf(who), body })),
  };
}

function setOf(
  set: z.infer<typeof stepSchema>[1],
  day: (days: number | null | undefined) => string | null,
): PastStep["set"] {
  if (typeof set === "string") return { status: set };
  const { hours, due, who, ...same } = set;
  return {
    ...same,
    ...(hours === undefined ? {} : { estimatedHours: hours }),
    ...(due === undefined ? {} : { dueDate: day(due) }),
    ...(who === undefined ? {} : { assigneeIds: who.map(idOf) }),
  };
}

/** How a task stands, by what the snapshot tells: told here by itself, so that grading leans on nothing it grades. */
export function standing(task: SnapshotTask, made: number = MADE_DAYS_AGO) {
  const moves = (task.past ?? []).flatMap(([ago, set]) =>
    typeof set === "string" ? [{ ago, status: set }] : [],
  );
  const last = moves.at(-1);
  const values = (task.past ?? []).flatMap(([, set]) => (typeof set === "string" ? [] : [set]));
  const dues = values.flatMap(({ due }) => (due === undefined ? [] : [due]));
  const hours = values.flatMap((set) => (set.hours === undefined ? [] : [set.hours]));
  const status = last?.status ?? "created";
  return {
    status,
    isOpen: status !== "completed" && status !== "cancelled",
    madeAgo: task.made ?? made,
    /** Days ago; null where it isn't finished. */
    doneAgo: status === "completed" ? (last?.ago ?? null) : null,
    movedAgo: last?.ago ?? task.made ?? made,
    due: dues.length > 0 ? (dues.at(-1) ?? null) : (task.due ?? null),
    hours: hours.length > 0 ? (hours.at(-1) ?? null) : (task.hours ?? null),
    who: values.findLast(({ who }) => who !== undefined)?.who ?? task.who ?? [],
  };
}
