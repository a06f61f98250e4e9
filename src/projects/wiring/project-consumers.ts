/** Wires what follows changes and days of projects: automation, notices, reminders and agents’ schedules. */
import { notifier } from "../../platform/notifier.ts";
import type { Consumer } from "../../platform/events/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { automationConsumer, projectNewsConsumer, type MemberNews, tellWhatIsDue } from "../index.ts";
import { projectDeps } from "../open.ts";
import { beginSchedules, startAfterChanges } from "../agent-work/index.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import { users } from "../../platform/db/index.ts";
import type { WorkResult } from "../../platform/work/types.ts";
import { isoTime } from "../../kernel/clock.ts";
import { CLOSED_STATUSES } from "../api/projects.ts";
import { inLiveProject } from "../query.ts";
import { reminders } from "../tables/projects-more.ts";
import { tasks } from "../tables/projects.ts";

/** Automation rules, and notifications to members. */
export function projectConsumers(ctx: TenantContext): Consumer[] {
  const deps = projectDeps(ctx);
  const tell = async ({ taskId, projectId, ...news }: MemberNews): Promise<void> => {
    const path = `/projects/${projectId}${taskId === null ? "" : `?task=${taskId}`}`;
    const about = taskId ?? projectId;
    await notifier(ctx).notifyMember({
      ...news,
      about,
      path,
      because: "It’s addressed to them.",
    });
  };
  return [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
}

/** Creates the agent schedules of new projects, and starts the agents that a change of a task concerns. */
export function projectAgentsConsumer(ctx: TenantContext): Consumer {
  return {
    name: "project-agents",
    takes: ["pm.projects.created", "pm.projects.brought_in", "pm.tasks."],
    async take(events) {
      const deps = { db: ctx.db, clock: ctx.clock, timeZone: await ctx.timeZone() };
      for (const { payload } of events)
        if (payload["entity"] === "project" && typeof payload["projectId"] === "string")
          await beginSchedules(deps, payload["projectId"]);
      const changes = events.filter(({ type }) => type.startsWith("pm.tasks."));
      if (changes.length > 0) await startAfterChanges(deps, changes);
    },
  };
}

/** Persisted with schedules. */
export const DUE_JOB = "tasks.due";

/** Notifies everyone of their due tasks. Idempotent per day. */
export async function runDueNews(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const told = await tellWhatIsDue(
    { db: ctx.db, clock: ctx.clock, timeZone: await ctx.timeZone() },
    slotAt,
    async (news) => {
      await notifier(ctx).notifyMember({ ...news, kinds: ["deadline"], because: "It’s their work." });
    },
  );
  return { summary: `Tasks of ${told} ${told === 1 ? "person" : "people"} are due.` };
}

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
