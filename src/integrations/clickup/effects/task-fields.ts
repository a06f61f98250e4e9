/** Task fields shared by ClickUp effects: people by name, times in the team's zone. */
import * as z from "zod";
import { TASK_PRIORITIES, type StoredTask, type TaskMember } from "../../connections/index.ts";
import { findTask, readMembers, type ClickUpAccount } from "../read.ts";
import type { TaskFields } from "../write.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import { localTime, momentOf } from "../../../kernel/local-time.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import { definePrecondition } from "../../../approvals/effects/define-effect.ts";

/** ClickUp stores a date-only due date as 4 AM in the setter's zone (developer.clickup.com, "Date formatting"; read 2026-11-23). */
const DAY_ALONE = "04:00";

/** Task fields people edit. */
export const taskFieldsSchema = z.strictObject({
  name: z.string().min(1).max(300),
  description: z.string().max(8000).nullable(),
  status: z.string().min(1).max(100),
  priority: z.enum(TASK_PRIORITIES).nullable(),
  /** Labels as `labelOf` builds them. */
  assignees: z.array(z.string().min(1)).max(20),
  /** `2026-11-24`, or with a time `2026-11-24 10:00`. */
  due: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/)
    .nullable(),
});
type Fields = z.output<typeof taskFieldsSchema>;
export type SomeTaskFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The task as the card names it. */
export const taskPlaceSchema = z.strictObject({
  connectionId: z.string(),
  taskId: z.string().min(1).max(64),
  /** The name before any change. */
  taskName: z.string(),
  listName: z.string(),
});

/** Groups drafts about the same task. */
export function taskThread({
  connectionId,
  taskId,
}: {
  readonly connectionId: string;
  readonly taskId: string;
}) {
  return `clickup:${connectionId}:${taskId}`;
}

/** How comment effects describe tasks. */
export const COMMENTED_TASK = {
  noun: "task",
  name: "taskName",
  place: "listName",
  placeLabel: "List",
  ids: [["taskId", "Task"]],
} as const;

/** A member's name, with the address if the name isn't unique. */
export function labelOf(member: TaskMember, members: readonly TaskMember[]): string {
  const isShared = members.some(({ id, name }) => id !== member.id && name === member.name);
  return isShared && member.email !== null ? `${member.name} (${member.email})` : member.name;
}

/** Member IDs by label. Throws IntegrationError `not_applied` for an unknown label. */
export async function memberIds(account: ClickUpAccount, labels: readonly string[]): Promise<number[]> {
  if (labels.length === 0) return [];
  const members = await readMembers(account);
  return labels.map((label) => {
    const [member, ...others] = members.filter((one) => labelOf(one, members) === label);
    if (member === undefined || others.length > 0)
      throw refused(`no single member of the workspace is called ${label}`);
    return member.id;
  });
}

export function refused(why: string): IntegrationError {
  return new IntegrationError("clickup", why, { outcome: "not_applied", status: 400 });
}

/** Converts fields to ClickUp's API, which can't clear a priority or due date: those stay unchanged. */
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

/** A due time in document form. */
export function writtenDue(due: string | null, timeZone: string): string | null {
  if (due === null) return null;
  const written = localTime(due, timeZone).slice("Tue ".length);
  return written.endsWith(DAY_ALONE) ? written.slice(0, "2026-11-24".length) : written;
}

/** A task's fields in document form. */
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

/** Precondition: the fields to change still have the values the card shows. */
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

/** Precondition: the task still has the name the card shows. */
export const taskAsShown = definePrecondition({
  kind: "task_as_shown",
  observed: observedPlace.extend({ mayBeGone: z.boolean() }),
  about: ({ taskId }) => taskId,
  of: ({ connectionId, taskId, taskName, text }: Place & { text?: string }) => ({
    connectionId,
    taskId,
    taskName,
    // A task to delete may be missing; one to comment on may not.
    mayBeGone: text === undefined,
  }),
  async check({ connectionId, taskId, taskName, mayBeGone }, world) {
    const task = await findTask(await world.account("clickup", connectionId), taskId);
    if (task === null) return mayBeGone ? { holds: true } : { holds: false, reason: "The task is gone." };
    if (task.name === taskName) return { holds: true };
    return { holds: false, reason: `The task was renamed since this was drafted: it is now “${task.name}”.` };
  },
});
