/** The live feed to a tenant's open pages. */
import type { Consumer } from "../events/index.ts";
import { tenantDb } from "../db/index.ts";
import type { Env } from "../env.ts";
import { systemLogger } from "../logger.ts";
import type { Conversation } from "../../agent/api/conversation.ts";
import type { FeedEvent } from "../api/socket.ts";
import { conversationsQuoting, type Reader } from "../../agent/privacy/index.ts";
import { tenantObject } from "../../agent/wiring/admission.ts";
import { conversationsOf } from "../../agent/open.ts";

/**
 * Sends an event to every open page of the tenant; what is for one `reader` alone, to theirs. Best effort: never throws; a page that missed it asks again over
 * HTTP.
 */
export async function publish(
  env: Env,
  tenantId: string,
  event: FeedEvent,
  reader: Reader = null,
): Promise<void> {
  try {
    await (await tenantObject(env, tenantId)).publish(tenantId, event, reader);
  } catch (error) {
    systemLogger.warn("feed.publish_failed", { tenantId, error });
  }
}

/** Which records' pages an event outdates, by the beginning of its type. */
const RECORDS = { "texts.": "texts", "threads.": "texts", "mail.": "mails" } as const;

/** Tells open pages that records came or changed: several at once as one. */
export function feedConsumer(env: Env, tenantId: string): Consumer {
  return {
    name: "feed",
    takes: Object.keys(RECORDS),
    async take(events) {
      const found = Object.entries(RECORDS).filter(([beginning]) =>
        events.some(({ type }) => type.startsWith(beginning)),
      );
      const records = [...new Set(found.map(([, one]) => one))];
      await publish(env, tenantId, { type: "records.changed", records });
    },
  };
}

/** How long news of a conversation may wait for more of it. A turn's first steps take less, a person's eye more. */
const GATHER_MS = 100;

/**
 * Tells the feed what became of one conversation: several changes within a moment as one, the last. The calls a turn makes to the tenant's
 * object before its first token so never queue behind hints.
 */
export function conversationNews(
  env: Env,
  tenantId: string,
): (conversation: Conversation, reader: Reader) => void {
  let newest: { readonly conversation: Conversation; readonly reader: Reader } | null = null;
  const send = (): void => {
    const news = newest;
    newest = null;
    if (news === null) return;
    const { conversation, reader } = news;
    void publish(env, tenantId, { type: "conversation.updated", conversation }, reader);
  };
  return (conversation, reader) => {
    if (newest === null) setTimeout(send, GATHER_MS);
    newest = { conversation, reader };
  };
}

/** Has conversations that quote a source follow who reads it. */
export function privacyConsumer(env: Env, tenantId: string): Consumer {
  const conversation = conversationsOf(env, tenantId);
  return {
    name: "privacy",
    takes: ["knowledge.source.shared"],
    async take(events) {
      const sources = new Set(
        events.flatMap(({ payload }) => (Array.isArray(payload["ids"]) ? payload["ids"].map(String) : [])),
      );
      const db = tenantDb(env, tenantId);
      const quoting = await Promise.all([...sources].map((id) => conversationsQuoting(db, id)));
      for (const conversationId of new Set(quoting.flat()))
        await (await conversation(conversationId)).readersChanged({ tenantId, conversationId });
    },
  };
}
