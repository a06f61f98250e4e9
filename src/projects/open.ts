/** Composition of projects: what follows writes and days (open pages, automation, notices, reminders, agents’ schedules), and finding tasks in a text. */
import type { TenantContext } from "../platform/context.ts";
import {
  type ProjectDeps,
  automationConsumer,
  projectNewsConsumer,
  type MemberNews,
  tellWhatIsDue,
} from "./index.ts";
import { notifier } from "../platform/notifier.ts";
import type { Consumer } from "../platform/events/index.ts";
import { beginSchedules, startAfterChanges } from "./agent-work/index.ts";
import type { Slot } from "../agent/schedules/index.ts";
import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import { users } from "../platform/db/index.ts";
import type { WorkResult } from "../platform/work/types.ts";
import { isoTime } from "../kernel/clock.ts";
import { CLOSED_STATUSES } from "./api/projects.ts";
import { inLiveProject } from "./query.ts";
import { reminders } from "./tables/projects-more.ts";
import { tasks } from "./tables/projects.ts";
import { withoutOwnMarks } from "../agent/index.ts";
import { foundTasksSchema, taskExtractor } from "./agents/task-extractor.ts";
import { AppError } from "../kernel/errors.ts";
import type { ExtractTasks } from "./ports.ts";
import { askOnce } from "../agent/open.ts";

/** Maximum records listed individually for open pages. */
const NAMED = 100;

/** Does no I/O. */
export function projectDeps(ctx: TenantContext): ProjectDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    async announce({ projectIds, taskIds, entities }) {
      const told = await Promise.allSettled([
        ctx.publish({
          type: "projects.changed",
          projectIds: projectIds.slice(0, NAMED),
          taskIds: taskIds.slice(0, NAMED),
          entities: [...entities],
          more: projectIds.length > NAMED || taskIds.length > NAMED,
        }),
        ctx.wake("events.consume"),
      ]);
      for (const result of told)
        if (result.status === "rejected")
          ctx.log.warn("projects.announce_failed", { tenantId: ctx.tenantId, error: result.reason });
    },
  };
}

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

export function extractTasks(ctx: TenantContext): ExtractTasks {
  return async ({ text, conversationId, runId }) => {
    const timeZone = await ctx.timeZone();
    const answer = await askOnce(ctx, {
      parentRunId: runId,
      agent: taskExtractor,
      text: `<material>\n${withoutOwnMarks(text)}\n</material>\n\nWhich tasks are in it?`,
      about: "Tasks in a text",
      conversationId,
      trigger: "delegate",
      startedBy: "agent:task",
      timeZone,
    });
    const read = foundTasksSchema.safeParse(answer.output);
    if (!read.success)
      throw new AppError(
        "upstream_failed",
        answer.end.error?.message ?? "No tasks could be read from the text.",
      );
    return read.data.tasks
      .filter(({ summary }) => summary !== "")
      .map(({ estimated_hours: estimatedHours, ...task }) => ({ ...task, estimatedHours }));
  };
}
