/** Wires dispatching: accepted items are dispatched by key, or swept after waiting too long. Threads that are due reopen. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import {
  dispatchKeys,
  mailStream,
  slackStream,
  sweep,
  textStream,
  type Stream,
  type Waiting,
} from "../inbox/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { deliveries } from "../../platform/deliveries.ts";
import { mailInbox, textInbox } from "../open-inbox.ts";
import { slackDeps } from "../open-slack.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { wakeThreads as wake } from "../threads/index.ts";

/** The texts of these numbers, or all that waited too long. */
export function dispatchTexts(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, textStream(textInbox(ctx)));
}

/** Texts of numbers that sent something urgent; they skip the queue. */
export function dispatchUrgentTexts(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, textStream(textInbox(ctx)), { takesTurns: false });
}

/** The e-mails of these threads, or all that waited too long. */
export function dispatchMails(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, mailStream(mailInbox(ctx)));
}

/** Slack messages and presses of these people, or all that waited too long. */
export function dispatchSlack(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, slackStream(slackDeps(ctx)));
}

async function dispatched<Row extends Waiting>(
  ctx: TenantContext,
  { keys, untilMs }: Task,
  rows: Stream<Row>,
  { takesTurns = true } = {},
): Promise<WorkResult> {
  // What was accepted is held until the stream has ended, and is found again then.
  if (keys.length === 0 && deliveries.isHeld(ctx.tenantId)) return "done";
  const giveWay: Stream<Row>["giveWay"] = (until, work) =>
    deliveries.giveWay(`${ctx.tenantId} ${rows.name}`, until, work);
  const stream = takesTurns ? { ...rows, giveWay } : rows;
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Reopens threads that are due, and notifies open pages. */
export async function wakeThreads(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, notifications: notificationDeps(ctx) };
  const { result, woken } = await wake(deps, untilMs);
  if (woken > 0) await ctx.publish({ type: "records.changed", records: ["texts"] });
  return result;
}
