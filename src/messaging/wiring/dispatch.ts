/** Composition of dispatching: what was accepted finds its conversation, by its key or because it waited too long. */
import { consumeSoon } from "../../platform/wiring/queues.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import {
  dispatchKeys,
  mailInbox,
  mailStream,
  slackStream,
  sweep,
  textInbox,
  textStream,
  type Stream,
  type Waiting,
} from "../inbox/index.ts";
import type { Env } from "../../platform/env.ts";
import { deliveries } from "../../platform/wiring/deliveries.ts";
import { inboxWorld } from "../open-inbox.ts";
import { slackDeps } from "../open-slack.ts";

/** The texts of some numbers, or all that waited too long. */
export function dispatchTexts(env: Env, task: Task): Promise<WorkResult> {
  return dispatched(env, task, textStream(textInbox(inboxWorld(env, task.tenantId))));
}

/** The texts of numbers that wrote something urgent: they wait for no turn. */
export function dispatchUrgentTexts(env: Env, task: Task): Promise<WorkResult> {
  return dispatched(env, task, textStream(textInbox(inboxWorld(env, task.tenantId))), { takesTurns: false });
}

/** The e-mails of some threads, or all that waited too long. */
export function dispatchMails(env: Env, task: Task): Promise<WorkResult> {
  return dispatched(env, task, mailStream(mailInbox(inboxWorld(env, task.tenantId))));
}

/** What people said and pressed in Slack, of some of them, or all that waited too long. */
export function dispatchSlack(env: Env, task: Task): Promise<WorkResult> {
  return dispatched(env, task, slackStream(slackDeps(env, task.tenantId)));
}

async function dispatched<Row extends Waiting>(
  env: Env,
  { tenantId, keys, untilMs }: Task,
  rows: Stream<Row>,
  { takesTurns = true } = {},
): Promise<WorkResult> {
  const giveWay: Stream<Row>["giveWay"] = (until, work) =>
    deliveries.giveWay(`${tenantId} ${rows.name}`, until, work);
  const stream = takesTurns ? { ...rows, giveWay } : rows;
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}
