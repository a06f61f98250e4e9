/** Reminds members of tasks at the times they chose. */
import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import { notifier } from "../../platform/notifier.ts";
import { users } from "../../platform/db/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { WorkResult } from "../../platform/work/types.ts";
import { isoTime } from "../../kernel/clock.ts";
import { CLOSED_STATUSES } from "../api/projects.ts";
import { inLiveProject } from "../query.ts";
import { reminders } from "../tables/projects-more.ts";
import { tasks } from "../tables/projects.ts";

/** Reminders of a piece of work. */
const PAGE = 50;

/** Tasks that are closed or deleted by now need no reminder. Idempotent by reminder and time. */
export async function sendReminders(ctx: TenantContext): Promise<WorkResult> {
  const { db } = ctx;
  const due = await db
    .rows(reminders, lte(reminders.dueAt, isoTime(ctx.clock.now())))
    .orderBy(asc(reminders.dueAt))
    .limit(PAGE);
  const ids = due.map(({ taskId }) => taskId);
  const open = and(
    inArray(tasks.id, ids),
    isNull(tasks.deletedAt),
    notInArray(tasks.status, [...CLOSED_STATUSES]),
    inLiveProject(db, tasks.projectId),
  );
  const [found, members] =
    due.length === 0
      ? [[], []]
      : await Promise.all([db.rows(tasks, open), db.rows(users, isNull(users.removedAt))]);
  for (const { id, taskId, userId, at } of due) {
    const task = found.find((one) => one.id === taskId);
    if (task !== undefined && members.some((one) => one.id === userId))
      await notifier(ctx).tellAsker({
        key: `reminder:${id}:${at}`,
        sourceId: taskId,
        userId,
        title: `Reminder: ${task.title}`,
        body: task.dueDate === null ? "" : `Due ${task.dueDate}`,
        because: "You asked to be reminded",
        path: `/projects/${task.projectId}?task=${taskId}`,
        settles: null,
      });
    await db.update(reminders, { dueAt: null }, sql`${eq(reminders.id, id)} and ${eq(reminders.dueAt, at)}`);
  }
  return due.length < PAGE ? "done" : "more";
}
