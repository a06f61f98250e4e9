/** Composition of dispatching: what was accepted finds its conversation, by its key or because it waited too long. */
import type { Task, WorkResult } from "../clock/index.ts";
import {
  dispatchKeys,
  mailInbox,
  mailStream,
  slackStream,
  sweep,
  textInbox,
  textStream,
} from "../inbox/index.ts";
import type { Env } from "../platform/env.ts";
import { inboxWorld } from "./inbox.ts";
import { consumeSoon } from "./consume.ts";
import { slackDeps } from "./slack.ts";

/** The texts of some numbers, or all that waited too long. */
export async function dispatchTexts(env: Env, { tenantId, keys, untilMs }: Task): Promise<WorkResult> {
  const stream = textStream(textInbox(inboxWorld(env, tenantId)));
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}

/** The e-mails of some threads, or all that waited too long. */
export async function dispatchMails(env: Env, { tenantId, keys, untilMs }: Task): Promise<WorkResult> {
  const stream = mailStream(mailInbox(inboxWorld(env, tenantId)));
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}

/** What people said and pressed in Slack, of some of them, or all that waited too long. */
export async function dispatchSlack(env: Env, { tenantId, keys, untilMs }: Task): Promise<WorkResult> {
  const stream = slackStream(slackDeps(env, tenantId));
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}
