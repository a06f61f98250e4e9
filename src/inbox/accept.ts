/**
 * Durable acceptance: the event and its text are on disk, each once, before anything is acknowledged, and nothing else is done before
 * that. Dedupe is by event id and, for texts, by the provider's id and by content with equal provider time.
 */
import { and, eq } from "drizzle-orm";
import { inboundEvents, texts, type Statement } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { toE164 } from "../kernel/phone.ts";
import type { InboxDeps } from "./ports.ts";
import type { InboundEvent, InboundText } from "./types.ts";

/** What acceptance found: `textId` is a text seen for the first time, to be handed on. */
export interface AcceptedEvent {
  readonly duplicate: boolean;
  readonly textId: string | null;
}

/** Takes an event of a connection, in one batch. Repeats change nothing. Throws where the database does: the sender then tries again. */
export async function acceptEvent(
  deps: Pick<InboxDeps, "db" | "clock">,
  source: { readonly vendor: string; readonly connectionId: string },
  event: InboundEvent,
): Promise<AcceptedEvent> {
  const { db } = deps;
  const receivedAt = isoTime(deps.clock.now());
  const insertEvent = db
    .insert(inboundEvents, {
      source: source.vendor,
      eventId: event.id,
      receivedAt,
      state: event.isKnown ? "recorded" : "unknown",
      payload: event.payload,
      connectionId: source.connectionId,
      type: event.type,
    })
    .onConflictDoNothing()
    .returning({ eventId: inboundEvents.eventId });
  const statements: Statement[] = [insertEvent];
  if (event.text !== null) {
    const row = await textRow(event.text, source.connectionId, receivedAt);
    statements.push(db.insert(texts, row).onConflictDoNothing().returning({ id: texts.id }));
    if (row.direction === "outgoing" && row.delivery !== null) {
      const sent = and(eq(texts.id, row.id), eq(texts.direction, "outgoing"));
      statements.push(db.update(texts, { delivery: row.delivery }, sent ?? eq(texts.id, row.id)));
    }
  }
  const [events, inserted] = await db.batch(statements);
  const isNewText = event.text !== null && Array.isArray(inserted) && inserted.length > 0;
  return {
    duplicate: !Array.isArray(events) || events.length === 0,
    textId: isNewText ? event.text.id : null,
  };
}

async function textRow(text: InboundText, connectionId: string, receivedAt: string) {
  const incoming = text.direction === "incoming";
  const lineNumber = incoming ? text.to : text.from;
  const contact = incoming ? text.from : text.to;
  return {
    id: text.id,
    connectionId,
    direction: text.direction,
    lineId: text.lineId,
    lineNumber,
    contactNumber: toE164(contact, lineNumber) ?? contact,
    text: text.text,
    attachments: text.attachments,
    others: text.others.length === 0 ? null : text.others.map((other) => toE164(other, lineNumber) ?? other),
    at: isoTime(text.atMs),
    fingerprint: await fingerprintOf(text),
    receivedAt,
    state: "received" as const,
    reason: null,
    attempts: 0,
    delivery: text.delivery,
  };
}

/** Equal only for the same words between the same numbers at the same provider time: a real second "yes" has a time of its own. */
function fingerprintOf({
  direction,
  from,
  to,
  others,
  text,
  attachments,
  atMs,
}: InboundText): Promise<string> {
  const recipients = [to, ...others].toSorted().join(",");
  return derivedId("text", direction, from, recipients, String(atMs), String(attachments), text);
}
