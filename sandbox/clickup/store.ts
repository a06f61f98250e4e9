/** The company's ClickUp: one workspace, its spaces, folders, lists, tasks and comments. */
import { ALDER, type DemoTenant } from "../world/company.ts";
import { inZone } from "../world/dates.ts";
import { companyTasks, type TaskListName, type WorldTask } from "../world/tasks.ts";
import { worldOf } from "../vendor/define-vendor.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface Space {
  readonly id: string;
  readonly name: string;
}

/** The last space is not connected by the team. */
export const SPACES: readonly Space[] = [
  { id: "90110001", name: "Operations" },
  { id: "90110002", name: "Leasing" },
  { id: "90110003", name: "Office" },
  { id: "90110009", name: "Dana" },
];

/** The demo connection's settings. */
export const CLICKUP = {
  tenantId: ALDER.id,
  connectionId: "conn_alder_clickup",
  /** Fictitious. */
  token: "pk_8100001_SANDBOXALDERFINCH",
  settings: {
    workspace: { id: "90110", name: ALDER.name },
    spaces: SPACES.slice(0, 3),
  },
} as const;

export interface List {
  readonly id: string;
  readonly name: TaskListName;
  readonly space: Space;
  readonly folder: { readonly id: string; readonly name: string } | null;
}

const [OPERATIONS, LEASING, OFFICE, PRIVATE] = SPACES as readonly [Space, Space, Space, Space];
const BUILDINGS_FOLDER = { id: "90120001", name: "Buildings" };

export const LISTS: readonly List[] = [
  { id: "90130001", name: "Repairs", space: OPERATIONS, folder: BUILDINGS_FOLDER },
  { id: "90130002", name: "Inspections", space: OPERATIONS, folder: BUILDINGS_FOLDER },
  { id: "90130003", name: "Turnovers", space: OPERATIONS, folder: BUILDINGS_FOLDER },
  { id: "90130004", name: "Vendors", space: OPERATIONS, folder: null },
  { id: "90130005", name: "Leads", space: LEASING, folder: null },
  { id: "90130006", name: "Renewals", space: LEASING, folder: null },
  { id: "90130007", name: "Bookkeeping", space: OFFICE, folder: null },
  { id: "90130008", name: "Owners", space: OFFICE, folder: null },
  { id: "90130009", name: "Dana only", space: PRIVATE, folder: null },
];

/** ClickUp's hidden folder for folderless lists. */
export const NO_FOLDER = { id: "90120000", name: "hidden" };

/** Task statuses; the last is the closed one. */
export const STATUSES = ["to do", "in progress", "waiting", "complete"] as const;

/** Every list's saved view. */
export const VIEW = { name: "Waiting for somebody", status: "waiting" } as const;

/** A member with ClickUp's numeric ID. */
export interface Member {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export const MEMBERS: readonly Member[] = ALDER.people.map(memberOf);

function memberOf({ firstName, lastName, email }: DemoTenant["people"][number], index: number): Member {
  return { id: 8_100_001 + index, username: `${firstName} ${lastName}`, email };
}

export interface Task {
  readonly id: string;
  readonly listId: string;
  name: string;
  description: string;
  status: string;
  priority: number | null;
  assignees: number[];
  readonly tags: readonly string[];
  due: number | null;
  /** In ms. */
  readonly estimate?: number | null;
  readonly createdAt: number;
  readonly createdBy: number;
  updatedAt: number;
  closedAt: number | null;
}

export interface Comment {
  readonly id: string;
  readonly taskId: string;
  readonly by: number;
  readonly text: string;
  readonly at: number;
}

export interface Saved {
  readonly tasks: Record<string, Task>;
  readonly comments: Comment[];
  /** Next ID. */
  next: number;
  /** Times of the last minute's requests, in ms. */
  asked: number[];
}

/** A task ID in ClickUp's format. */
export function taskId(serial: number): string {
  return `86b4r${(serial * 7919 + 46_656).toString(36)}`;
}

export const clickUpStore = worldOf<Saved>("clickup", (context) => {
  const saved: Saved = { tasks: {}, comments: [], next: 1, asked: [] };
  const nowMs = context.now();
  for (const task of context.world === "demo" ? companyTasks(nowMs) : []) keep(saved, task, nowMs);
  return saved;
});

function keep(saved: Saved, task: WorldTask, nowMs: number): void {
  const id = taskId(saved.next++);
  const idsOf = (names: readonly string[]): number[] =>
    MEMBERS.filter(({ username }) => names.includes(username.split(" ")[0] ?? "")).map((one) => one.id);
  const updatedAt = Math.min(task.updatedAt, nowMs);
  saved.tasks[id] = {
    id,
    listId: LISTS.find(({ name }) => name === task.list)?.id ?? "",
    name: task.name,
    description: task.about,
    status: task.status,
    priority: task.priority,
    assignees: idsOf(task.assignees),
    tags: task.tags,
    due: task.dueInDays === null ? null : dayAt(nowMs, task.dueInDays),
    createdAt: task.createdAt,
    createdBy: 8_100_001,
    updatedAt,
    closedAt: task.status === "complete" ? updatedAt : null,
  };
  for (const { by, text, at } of task.comments)
    saved.comments.push({
      id: String(90_140_000_000 + saved.next++),
      taskId: id,
      by: idsOf([by])[0] ?? 0,
      text,
      at,
    });
}

/** 4 AM on a day relative to today, as ClickUp stores date-only due dates. */
function dayAt(nowMs: number, days: number): number {
  const day = inZone(nowMs + days * DAY_MS, "en-CA", { timeZone: ALDER.timeZone, dateStyle: "short" });
  const guess = Date.parse(`${day}T08:00:00Z`);
  const hour = Number(
    inZone(guess, "en-US", { timeZone: ALDER.timeZone, hour: "2-digit", hourCycle: "h23" }),
  );
  return guess + (4 - hour) * HOUR_MS;
}
