/** Tasks as shown to the model. */
import { labelOf, writtenDue } from "../effects/task-fields.ts";
import type { StoredTask } from "../../connections/index.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime, withWeekday } from "../../../kernel/local-time.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
import type { TaskServices } from "./index.ts";

const LINE_CHARS = 160;

/** A list row. The clock determines what is overdue. */
export function lineOf(task: StoredTask, { timeZone, clock }: TaskServices): Json {
  const { id, name, status, priority, assignees, due, list, tags, description, isClosed } = task;
  const day = writtenDue(due, timeZone);
  const today = localTime(clock.now(), timeZone).slice("Tue ".length, "Tue 2026-11-24".length);
  return {
    id,
    name,
    status,
    list: list.name,
    ...(assignees.length === 0 ? {} : { assignees: assignees.map((one) => one.name) }),
    ...(day === null ? {} : { due: withWeekday(day) }),
    ...(day !== null && !isClosed && day < today ? { overdue: true } : {}),
    ...(priority === null || priority === "normal" ? {} : { priority }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(description === null ? {} : { about: shortened(description, LINE_CHARS) }),
  };
}

/** All task fields except its text. */
export async function factsOf(task: StoredTask, services: TaskServices): Promise<Record<string, Json>> {
  const { timeZone } = services;
  const { id, name, status, priority, assignees, tags, due, list, folder, url, parent } = task;
  const members = assignees.length === 0 ? [] : await services.members();
  return {
    id,
    name,
    status,
    list: list.name,
    folder,
    assignees: assignees.map((one) => labelOf(one, members)),
    due: dueOf(due, timeZone),
    priority,
    tags: [...tags],
    subtaskOf: parent,
    createdAt: localTime(task.createdAt, timeZone),
    updatedAt: localTime(task.updatedAt, timeZone),
    url,
  };
}

function dueOf(due: StoredTask["due"], timeZone: string): string | null {
  const day = writtenDue(due, timeZone);
  return day === null ? null : withWeekday(day);
}
