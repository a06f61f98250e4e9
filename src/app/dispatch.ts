/** Composition of dispatching: what was accepted finds its conversation, by its key or because it waited too long. */
import type { Task, WorkResult } from "../clock/index.ts";
import { dispatchKey, mailInbox, mailStream, sweep, textInbox, textStream } from "../inbox/index.ts";
import type { Env } from "../platform/env.ts";
import { inboxWorld } from "./inbox.ts";
import { consumeSoon } from "./search.ts";

/** The texts of a number, or all that waited too long. */
export async function dispatchTexts(env: Env, { tenantId, key, untilMs }: Task): Promise<WorkResult> {
  const stream = textStream(textInbox(inboxWorld(env, tenantId)));
  const result = key === "" ? await sweep(stream, untilMs) : await dispatchKey(stream, key, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}

/** The e-mails of a thread, or all that waited too long. */
export async function dispatchMails(env: Env, { tenantId, key, untilMs }: Task): Promise<WorkResult> {
  const stream = mailStream(mailInbox(inboxWorld(env, tenantId)));
  const result = key === "" ? await sweep(stream, untilMs) : await dispatchKey(stream, key, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}
