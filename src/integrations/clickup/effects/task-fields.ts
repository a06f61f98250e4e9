/** What tasks in ClickUp are made of, in the kinds of effects that write them: people by their names, days and times as people read them in the team's zone. */
import * as z from "zod";
import { TASK_PRIORITIES, type StoredTask, type TaskMember } from "../../connections/index.ts";
import { findTask, readMembers, type ClickUpAccount } from "../read.ts";
import type { TaskFields } from "../write.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import { localTime, momentOf } from "../../../kernel/local-time.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import { definePrecondition } from "../../../approvals/effects/define-effect.ts";

/** ClickUp keeps a due day as four in the morning of it, where whoever set it is (developer.clickup.com, "Date formatting"; read 2026-11-23). */
const DAY_ALONE = "04:00";

/** The fields of a task that people write. */
export const taskFieldsSchema = z.strictObject({
  name: z.string().min(1).max(300),
  description: z.string().max(8000).nullable(),
  status: z.string().min(1).max(100),
  priority: z.enum(TASK_PRIORITIES).nullable(),
  /** As `labelOf` names members. */
  assignees: z.array(z.string().min(1)).max(20),
  /** `2026-11-24`, or with a time `2026-11-24 10:00`. */
  due: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/)
    .nullable(),
});
type Fields = z.output<typeof taskFieldsSchema>;
/** Some of them. */
export type SomeTaskFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Which task, as the card names it. */
export const taskPlaceSchema = z.strictObject({
  connectionId: z.string(),
  taskId: z.string().min(1).max(64),
  /** As it is called before anything is changed. */
  taskName: z.string(),
  listName: z.string(),
});

/** What drafts about the same task have in common. */
export function taskThread({
  connectionId,
  taskId,
}: {
  readonly connectionId: string;
  readonly taskId: string;
}) {
  return `clickup:${connectionId}:${taskId}`;
}

/** Tasks, as comments on them are told. */
export const COMMENTED_TASK = {
  noun: "task",
  name: "taskName",
  place: "listName",
  placeLabel: "List",
  ids: [["taskId", "Task"]],
} as const;

/** A member by what tells them apart: their name, with the address where several bear it. */
export function labelOf(member: TaskMember, members: readonly TaskMember[]): string {
  const isShared = members.some(({ id, name }) => id !== member.id && name === member.name);
  return isShared && member.email !== null ? `${member.name} (${member.email})` : member.name;
}

/** The members with these labels. Throws IntegrationError `not_applied` where one is nobody's. */
export async function memberIds(account: ClickUpAccount, labels: readonly string[]): Promise<number[]> {
  if (labels.length === 0) return [];
  const members = await readMembers(account);
  return labels.map((label) => {
    const [member, ...others] = members.filter((one) => labelOf(one, members) === label);
    if (member === undefined || others.length > 0)
      throw refused(`nobody in the workspace is called ${label}, or several are`);
    return member.id;
  });
}

/** Why nothing was changed. */
export function refused(why: string): IntegrationError {
  return new IntegrationError("clickup", why, { outcome: "not_applied", status: 400 });
}

/** Some fields as ClickUp takes them. It has no word for no priority and no due day: those are left as they are. */
export function apiFields(fields: SomeTaskFields, timeZone: string): TaskFields {
  const { name, description, status, priority, due } = fields;
  return {
    name,
    status,
    ...(description === undefined ? {} : { description: description ?? "" }),
    priority: priority ?? undefined,
    due:
      due === undefined || due === null
        ? undefined
        : {
            atMs: momentOf(due.includes(" ") ? due : `${due} ${DAY_ALONE}`, timeZone),
            hasTime: due.includes(" "),
          },
  };
}

/** A due time as documents hold it. */
export function writtenDue(due: string | null, timeZone: string): string | null {
  if (due === null) return null;
  const written = localTime(due, timeZone).slice("Tue ".length);
  return written.endsWith(DAY_ALONE) ? written.slice(0, "2026-11-24".length) : written;
}

/** A task's fields as documents hold them. */
export function storedFields(task: StoredTask, members: readonly TaskMember[], timeZone: string): Fields {
  const { name, description, status, priority, assignees, due } = task;
  return {
    name,
    description,
    status,
    priority,
    assignees: assignees.map((one) => labelOf(one, members)),
    due: writtenDue(due, timeZone),
  };
}

type Place = Pick<z.output<typeof taskPlaceSchema>, "connectionId" | "taskId" | "taskName">;
const { connectionId, taskId, taskName } = taskPlaceSchema.shape;
const observedPlace = z.object({ connectionId, taskId, taskName });

/** The fields that are about to change still are what the card says they are. */
export const taskUnchanged = definePrecondition({
  kind: "task_unchanged",
  observed: observedPlace.extend({ was: taskFieldsSchema.partial(), timeZone: z.string() }),
  about: ({ taskId }) => taskId,
  of: ({
    connectionId,
    taskId,
    taskName,
    was,
    timeZone,
  }: Place & { was: SomeTaskFields; timeZone: string }) => ({
    connectionId,
    taskId,
    taskName,
    was: was as Partial<Fields>,
    timeZone,
  }),
  async check({ connectionId, taskId, was, timeZone }, world) {
    const account = await world.account("clickup", connectionId);
    const task = await findTask(account, taskId);
    if (task === null) return { holds: false, reason: "The task is gone." };
    const members = was.assignees === undefined ? [] : await readMembers(account);
    if (hasFields(storedFields(task, members, timeZone), was)) return { holds: true };
    return { holds: false, reason: "The task was changed in ClickUp since this was drafted." };
  },
});

/** The task still is the one the card names. */
export const taskAsShown = definePrecondition({
  kind: "task_as_shown",
  observed: observedPlace.extend({ mayBeGone: z.boolean() }),
  about: ({ taskId }) => taskId,
  of: ({ connectionId, taskId, taskName, text }: Place & { text?: string }) => ({
    connectionId,
    taskId,
    taskName,
    // What is deleted may be gone; what is commented on may not.
    mayBeGone: text === undefined,
  }),
  async check({ connectionId, taskId, taskName, mayBeGone }, world) {
    const task = await findTask(await world.account("clickup", connectionId), taskId);
    if (task === null) return mayBeGone ? { holds: true } : { holds: false, reason: "The task is gone." };
    if (task.name === taskName) return { holds: true };
    return { holds: false, reason: `The task was renamed since this was drafted: it is now “${task.name}”.` };
  },
});
