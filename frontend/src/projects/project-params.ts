/** Search parameters of the project pages. Unknown ones are dropped. */
import {
  projectStatusSchema,
  taskPrioritySchema,
  taskStatusSchema,
  type ProjectStatus,
} from "../../../src/projects/api/projects.ts";
import type { TaskFilter } from "../../../src/projects/api/projects-tasks.ts";
import { dateOf, dayNumber } from "./task-words.ts";

export interface ProjectsParams {
  readonly q?: string | undefined;
  readonly status?: ProjectStatus | "all" | undefined;
}

export function projectsParams(search: Record<string, unknown>): ProjectsParams {
  const status = projectStatusSchema.safeParse(search["status"]);
  return {
    q: wordsIn(search["q"], 100),
    status: status.success ? status.data : search["status"] === "all" ? "all" : undefined,
  };
}

export const DUES = ["overdue", "week"] as const;
export type Due = (typeof DUES)[number];
export const SORTS = ["manual", "due", "updated", "title", "priority", "status", "estimate"] as const;
export type Sort = (typeof SORTS)[number];
export const GROUPS = ["none", "phase", "status", "assignee", "priority"] as const;
export type Grouping = (typeof GROUPS)[number];

/** Search parameters of a project's pages and of My work: filters, order, and the open task. */
export interface TaskParams {
  readonly q?: string | undefined;
  /** Statuses and priorities with commas. */
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  readonly who?: string | undefined;
  readonly tag?: string | undefined;
  readonly phase?: string | undefined;
  readonly due?: Due | undefined;
  readonly sort?: Sort | undefined;
  readonly down?: true | undefined;
  readonly group?: Grouping | undefined;
  /** The task that's open at the side. */
  readonly task?: string | undefined;
}

export function taskParams(search: Record<string, unknown>): TaskParams {
  return {
    q: wordsIn(search["q"], 100),
    status: listIn(search["status"], taskStatusSchema.options),
    priority: listIn(search["priority"], taskPrioritySchema.options),
    who: idIn(search["who"]),
    tag: idIn(search["tag"]),
    phase: idIn(search["phase"]),
    due: oneIn(search["due"], DUES),
    sort: oneIn(search["sort"], SORTS),
    down: search["down"] === true ? true : undefined,
    group: oneIn(search["group"], GROUPS),
    task: idIn(search["task"]),
  };
}

/** A number in an address arrives as one. */
function wordsIn(given: unknown, chars: number): string | undefined {
  const words = typeof given === "string" || typeof given === "number" ? String(given).slice(0, chars) : "";
  return words === "" ? undefined : words;
}

function idIn(given: unknown): string | undefined {
  const id = wordsIn(given, 200);
  return id !== undefined && /^[A-Za-z0-9_:+.@-]+$/.test(id) ? id : undefined;
}

function oneIn<Value extends string>(given: unknown, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === given);
}

function listIn(given: unknown, values: readonly string[]): string | undefined {
  const words = wordsIn(given, 200)?.split(",") ?? [];
  return values.filter((value) => words.includes(value)).join(",") || undefined;
}

/** The filter an address asks for; `today` is the team's own day. */
export function filterOf(params: TaskParams, today: string): TaskFilter {
  const { q, status, priority, who, tag, phase, due } = params;
  const closedOut = due === undefined ? status : (status ?? "created,in_progress,blocked,in_review");
  return {
    ...(q === undefined ? {} : { q }),
    ...(closedOut === undefined ? {} : { status: closedOut }),
    ...(priority === undefined ? {} : { priority }),
    ...(who === undefined ? {} : { assigneeId: who }),
    ...(tag === undefined ? {} : { tagId: tag }),
    ...(phase === undefined ? {} : { phaseId: phase }),
    ...(due === "overdue" ? { dueTo: dateOf(dayNumber(today) - 1) } : {}),
    ...(due === "week" ? { dueFrom: today, dueTo: dateOf(dayNumber(today) + 7) } : {}),
  };
}

/** Whether anything is left out. */
export function isFiltered({ q, status, priority, who, tag, phase, due }: TaskParams): boolean {
  return [q, status, priority, who, tag, phase, due].some((one) => one !== undefined);
}
