/** The property manager's projects for import. Deterministic, with dates relative to now; work happens on working days. */
import type { BringProject, BroughtTask, PastStep } from "../../../src/projects/api/project-imports.ts";
import { localMs, workingDay } from "../calendar.ts";
import { ALDER, type DemoPerson } from "../company.ts";
import { RENOVATIONS } from "./renovations.ts";
import { INSPECTIONS, TURNOVERS } from "./rounds.ts";
import type { DemoProject, DemoStep, DemoTask, Who } from "./types.ts";

/** The team's tags, by the names tasks use. */
export const DEMO_TAGS = {
  "owner decides": "orange",
  vendor: "blue",
  permit: "purple",
  safety: "red",
  "resident at home": "teal",
} as const;
/** Hourly rates charged to owners. */
export const DEMO_RATES: readonly { readonly role: string; readonly perHour: number }[] = [
  { role: "Managing broker", perHour: 95 },
  { role: "Maintenance coordinator", perHour: 58 },
  { role: "Field technician", perHour: 46 },
  { role: "Leasing agent", perHour: 48 },
  { role: "Bookkeeper", perHour: 44 },
];
export const VENDOR_FIELD = "demo_field_vendor";
const ALL: readonly DemoProject[] = [...RENOVATIONS, INSPECTIONS, ...TURNOVERS];
/** Times of day of updates. */
const HOURS = ["08:40", "09:15", "10:05", "11:20", "13:30", "14:45", "15:50", "16:25"];

/** IDs, most prominent projects first. */
export const DEMO_PROJECT_IDS: readonly string[] = ALL.map(({ id }) => id);

export function tagId(name: string): string {
  return `demo_tag_${name.replaceAll(" ", "_")}`;
}

export function demoTaskId(projectId: string, key: string): string {
  return `${projectId}_${key.replaceAll("-", "_")}`;
}

/** Every project with its history. */
export function demoProjects(nowMs: number): BringProject[] {
  return ALL.map((project) => broughtProject(project, daysFrom(nowMs)));
}

/** Dates and times in working days. */
interface Days {
  readonly day: (count: number) => string;
  /** `nth` is the update's index for a task on that day. */
  readonly at: (count: number, nth: number) => string;
}

function daysFrom(nowMs: number): Days {
  const day = (count: number): string => workingDay(nowMs, count, ALDER.timeZone);
  return {
    day,
    at: (count, nth) => {
      const time = HOURS[nth % HOURS.length] ?? "12:00";
      return new Date(localMs(day(count), time, ALDER.timeZone)).toISOString();
    },
  };
}

function broughtProject(
  { id, name, about, client, owner, status, begins, due, agreed, phases, tasks }: DemoProject,
  days: Days,
): BringProject {
  // Plans precede their work.
  const planned = Math.min(begins, -1) - 2;
  return {
    project: {
      id,
      name,
      description: about,
      clientName: client,
      ownerId: idOf(owner),
      status,
      startDate: days.day(begins),
      dueDate: days.day(due),
      createdAt: days.at(planned, 0),
      baselineAt: agreed === null ? null : days.at(agreed, 7),
    },
    phases: phases.map((phase, at) => ({
      id: phaseId(id, at),
      name: phase,
      description: "",
      sortOrder: (at + 1) * 1024,
    })),
    tasks: inOrder(tasks).map((task) => broughtTask({ id, owner, planned }, task, days)),
  };
}

function broughtTask(
  project: { readonly id: string; readonly owner: Who; readonly planned: number },
  task: DemoTask,
  days: Days,
): BroughtTask {
  const { id: projectId, owner, planned } = project;
  const [madeOn, madeBy] = task.added ?? [planned, owner];
  const { needs = [], tags = [], past = [], says = [], list = [] } = task;
  const nth = task.key.length;
  return {
    id: demoTaskId(projectId, task.key),
    title: task.title,
    description: task.about ?? "",
    phaseId: phaseId(projectId, task.phase),
    priority: task.priority ?? "medium",
    estimatedHours: task.hours,
    actualHours: task.spent ?? null,
    startDate: days.day(task.plan[0]),
    dueDate: days.day(task.plan[1]),
    assigneeIds: task.who.map(idOf),
    clientVisible: task.client ?? false,
    tagIds: tags.map(tagId),
    dependsOn: needs.map((key) => demoTaskId(projectId, key)),
    fields: task.vendor === undefined ? {} : { [VENDOR_FIELD]: task.vendor },
    createdAt: days.at(madeOn, 0),
    createdById: idOf(madeBy),
    past: past
      .map((step, at) => stepOf(step, nth + at, days))
      .toSorted((one, other) => one.at.localeCompare(other.at)),
    comments: says.map(([day, who, body], at) => ({
      at: days.at(day, 3 + at),
      byId: idOf(who),
      body,
    })),
    checklist: list.map((words) => ({
      title: words.replace(/^\+/, ""),
      done: words.startsWith("+"),
    })),
  };
}

function stepOf(step: DemoStep, nth: number, days: Days): PastStep {
  const [day, who, what] = step;
  // The first hour of a day is reserved for new tasks.
  const told = { at: days.at(day, 1 + (nth % 7)), byId: idOf(who) };
  if (what === "due") return { ...told, set: { dueDate: days.day(step[3]) } };
  if (what === "hours") return { ...told, set: { estimatedHours: step[3] } };
  return { ...told, set: { status: what } };
}

/** Sorts tasks after their dependencies. */
function inOrder(tasks: readonly DemoTask[]): DemoTask[] {
  const done = new Set<string>();
  const ordered: DemoTask[] = [];
  const add = (task: DemoTask): void => {
    if (done.has(task.key)) return;
    done.add(task.key);
    for (const key of task.needs ?? []) {
      const first = tasks.find((other) => other.key === key);
      if (first === undefined) throw new Error(`${task.key} waits for ${key}, which there isn't`);
      add(first);
    }
    ordered.push(task);
  };
  tasks.forEach(add);
  return ordered;
}

function phaseId(projectId: string, at: number): string {
  return `${projectId}_phase_${at}`;
}

function idOf(who: Who): string {
  return person(who).id;
}

function person(who: Who): DemoPerson {
  const found = ALDER.people.find(({ firstName }) => firstName === who);
  if (found === undefined) throw new Error(`${who} does not work at ${ALDER.name}`);
  return found;
}
