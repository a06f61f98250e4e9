/** Records texts and e-mails we sent, from their receipts. */
import { texts } from "../tables/inbox.ts";
import { mails } from "../tables/mails.ts";
import type { EmailDocument } from "../api/email-document.ts";
import type { Json } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { mailKeyOf, threadChanged } from "./accept-mail.ts";
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

/**
 * Stores an e-mail we sent in a thread, with its ID in the mailbox, before the mailbox is read again: nobody
 * waits in that thread from now on. Idempotent, and never overrides the mailbox's own record.
 */
export async function recordSentMail(
  { db, clock }: Pick<InboxDeps, "db" | "clock">,
  id: string,
  document: EmailDocument,
): Promise<void> {
  const { connectionId, mailbox, threadId, messageId, inReplyTo, from, to, cc, subject, text } = document;
  // The first e-mail of a thread: the mailbox knows the thread's ID.
  if (threadId === null) return;
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const row = { mailbox, id, threadId };
  const arrived = {
    id: `mail.email.arrived:${mailKeyOf(row)}`,
    type: "mail.email.arrived" as const,
    actor: STEWARD_ACTOR,
    payload: { ids: [mailKeyOf(row)] },
  };
  await db.batch([
    db
      .insert(mails, {
        ...row,
        connectionId,
        direction: "outgoing",
        messageId,
        inReplyTo,
        fromName: from.name,
        fromAddress: from.address,
        to,
        cc,
        subject,
        text,
        quoted: "",
        hidden: "",
        attachments: [],
        at: now,
        receivedAt: now,
        checkName: null,
        fingerprint: await derivedId("mail", messageId, from.address, subject, text),
        state: "recorded",
        reason: "own",
        attempts: 0,
        sender: null,
        summary: null,
        summaryDueAt: null,
        summarizedAt: null,
      })
      .onConflictDoNothing(),
    eventStatement(db, arrived, nowMs),
    threadChanged(db, row, nowMs),
  ]);
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
