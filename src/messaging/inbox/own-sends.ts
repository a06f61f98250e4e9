/** Records texts we sent, from their receipts. */
import { texts } from "../tables/inbox.ts";
import type { Json } from "../../kernel/hash.ts";
import { isoTime } from "../../kernel/clock.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { nextLookAt } from "./delivery.ts";
import type { InboxDeps } from "./ports.ts";

/** Stores a sent text with its provider ID. Idempotent, and never overrides the provider's own record. */
export async function recordSent(
  deps: Pick<InboxDeps, "db" | "clock">,
  providerId: string,
  document: Record<string, Json>,
): Promise<void> {
  const sent = readDocument(document);
  if (sent === null) return;
  const { db } = deps;
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const insert = db
    .insert(texts, {
      ...sent,
      id: providerId,
      direction: "outgoing",
      attachments: 0,
      at: now,
      fingerprint: `sent:${providerId}`,
      receivedAt: now,
      state: "recorded",
      reason: "own",
      attempts: 0,
      delivery: null,
      dueAt: nextLookAt(now, nowMs),
    })
    .onConflictDoNothing();
  const sentEvent = {
    id: `texts.text.sent:${providerId}`,
    type: "texts.text.sent" as const,
    actor: STEWARD_ACTOR,
    payload: { ids: [providerId] },
  };
  await db.batch([insert, eventStatement(db, sentEvent, nowMs)]);
}

function readDocument(document: Record<string, Json>) {
  const { connectionId, from, to, text } = document as {
    connectionId?: unknown;
    from?: { phoneNumberId?: unknown; number?: unknown } | null;
    to?: { number?: unknown } | null;
    text?: unknown;
  };
  const fields = [connectionId, from?.phoneNumberId, from?.number, to?.number, text];
  if (!fields.every((field) => typeof field === "string")) return null;
  const [connection = "", lineId = "", lineNumber = "", contactNumber = "", words = ""] = fields;
  return { connectionId: connection, lineId, lineNumber, contactNumber, text: words };
}
