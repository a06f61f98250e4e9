/**
 * Durable acceptance: the event and its text are each stored once before acknowledgment and before any other
 * work. Deduplicated by event ID and, for texts, by provider ID and by content with equal provider time.
 */
import { sql, type SQL } from "drizzle-orm";
import { calls, inboundEvents, texts } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import { toE164 } from "../../kernel/phone.ts";
import { eventWhere, STEWARD_ACTOR, type DomainEvent } from "../../platform/events/index.ts";
import { notErased } from "../../platform/erased/index.ts";
import type { TextReason } from "../api/reasons.ts";
import { optOutStatements } from "./opt-outs.ts";
import { deliveryStatements, isUndelivered } from "./delivery.ts";
import type { InboxDeps } from "./ports.ts";
import type { InboundCall, InboundEvent, InboundText } from "./types.ts";

/** Work created by an accepted event, with its ordering key. */
export interface AcceptedWork {
  readonly kind: "inbox.sweep" | "texts.calls" | "slack.sweep" | "knowledge.told";
  readonly key: string;
  /** The words of an incoming text, to prioritize urgent ones. */
  readonly words: string | null;
}

/** `work` covers only items seen for the first time. */
export interface AcceptedEvent {
  readonly duplicate: boolean;
  readonly work: readonly AcceptedWork[];
}

/**
 * Accepts an event of a connection in one database round trip. Idempotent. Events about a person erased since
 * then are not stored, because they are repeats or late deliveries. Throws on database errors, so that the
 * sender retries.
 */
export async function acceptEvent(
  deps: Pick<InboxDeps, "db" | "clock">,
  source: { readonly vendor: string; readonly connectionId: string },
  event: InboundEvent,
): Promise<AcceptedEvent> {
  const { db } = deps;
  const nowMs = deps.clock.now();
  const receivedAt = isoTime(nowMs);
  const wanted = notErased(db, peopleOf(event, receivedAt));
  const insertEvent = db
    .insertWhere(
      inboundEvents,
      {
        source: source.vendor,
        eventId: event.id,
        receivedAt,
        state: event.isKnown ? "recorded" : "unknown",
        payload: event.payload,
        connectionId: source.connectionId,
        type: event.type,
      },
      wanted,
    )
    .onConflictDoNothing()
    .returning({ eventId: inboundEvents.eventId });
  const row = event.text === null ? null : await textRow(event.text, source.connectionId, receivedAt);
  const about = row === null ? [] : textStatements(db, row, nowMs, wanted);
  const call = event.call === null ? [] : callStatements(db, event, event.call, { source, nowMs, wanted });
  const [events, ...kept] = await db.batch([insertEvent, ...about, ...call]);
  const isNewText = row !== null && hasRows(kept[0]);
  const isOfCall = event.call !== null && hasRows(kept[about.length]);
  return {
    duplicate: !hasRows(events),
    work: [
      ...(isNewText
        ? [{ kind: "inbox.sweep" as const, key: row.contactNumber, words: wordsIn(event.text) }]
        : []),
      ...(row !== null && !isNewText && isUndelivered(row)
        ? [{ kind: "inbox.sweep" as const, key: row.contactNumber, words: null }]
        : []),
      ...(isOfCall ? [{ kind: "texts.calls" as const, key: "", words: null }] : []),
    ],
  };
}

function hasRows(result: unknown): boolean {
  return Array.isArray(result) && result.length > 0;
}

function wordsIn(text: InboundText | null): string | null {
  return text?.direction === "incoming" ? text.text : null;
}

/** Identifiers by which the people of an event may have been erased, and when the event happened. */
function peopleOf({ text, call }: InboundEvent, receivedAt: string): Parameters<typeof notErased>[1] {
  const caller = call?.contact ?? null;
  const atMs = text?.atMs ?? call?.atMs ?? null;
  return {
    ids: call === null ? [] : [call.id],
    keys: [...partiesOf(text), ...(caller === null ? [] : [toE164(caller, "+1") ?? caller])],
    at: atMs === null ? receivedAt : isoTime(atMs),
  };
}

function partiesOf(text: InboundText | null): string[] {
  if (text === null) return [];
  const [line, contact] = text.direction === "incoming" ? [text.to, text.from] : [text.from, text.to];
  return [toE164(contact, line) ?? contact];
}

/** The text first. */
function textStatements(
  db: TenantDb,
  row: Awaited<ReturnType<typeof textRow>>,
  nowMs: number,
  wanted: SQL,
): readonly Statement[] {
  const { id, direction, delivery } = row;
  return [
    db.insertWhere(texts, row, wanted).onConflictDoNothing().returning({ id: texts.id }),
    eventWhere(db, eventOf("texts.text.arrived", id, id), nowMs, wanted),
    ...optOutStatements(db, row, wanted),
    ...(direction === "outgoing" && delivery !== null
      ? deliveryStatements(db, { id, delivery }, wanted)
      : []),
  ];
}

function eventOf(type: DomainEvent["type"], id: string, about: string): DomainEvent {
  return { id: `${type}:${id}`, type, actor: STEWARD_ACTOR, payload: { ids: [about] } };
}

/** A text as a row of `texts`, whether from an event or from a backfill. */
export async function textRow(text: InboundText, connectionId: string, receivedAt: string) {
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
    media: text.media === undefined || text.media.length === 0 ? null : text.media,
    others: text.others.length === 0 ? null : text.others.map((other) => toE164(other, lineNumber) ?? other),
    at: isoTime(text.atMs),
    fingerprint: await fingerprintOf(text),
    receivedAt,
    state: "received" as "received" | "recorded",
    reason: null as TextReason | null,
    attempts: 0,
    delivery: text.delivery,
  };
}

/** Delay after a call's end before missing data is requested. */
const CALL_SETTLES_MS = 60_000;

/** The call first. Data that arrives after the call was dispatched is still indexed for search. */
function callStatements(
  db: TenantDb,
  event: InboundEvent,
  call: InboundCall,
  {
    source,
    nowMs,
    wanted,
  }: { readonly source: { readonly connectionId: string }; readonly nowMs: number; readonly wanted: SQL },
): readonly Statement[] {
  return [
    callStatement(db, call, source.connectionId, nowMs, wanted),
    eventWhere(db, eventOf("texts.call.reported", event.id, call.id), nowMs, wanted),
  ];
}

/** Each event of a call adds its data; a late summary reopens a call that expected no more data. */
function callStatement(
  db: TenantDb,
  call: InboundCall,
  connectionId: string,
  nowMs: number,
  wanted: SQL,
): Statement {
  const ownNumber = "+1";
  const row = {
    id: call.id,
    connectionId,
    direction: call.direction ?? ("incoming" as const),
    lineId: call.lineId,
    contactNumber: call.contact === null ? null : (toE164(call.contact, ownNumber) ?? call.contact),
    status: call.status ?? "",
    at: isoTime(call.atMs ?? nowMs),
    durationSeconds: call.durationSeconds === null ? null : Math.round(call.durationSeconds),
    summary: call.summary,
    nextSteps: call.nextSteps,
    transcript: call.transcript,
    receivedAt: isoTime(nowMs),
    state: "open" as const,
    reason: null,
    attempts: 0,
    dueAt: isoTime(nowMs + (call.ended ? CALL_SETTLES_MS : 0)),
  };
  const added = (
    column: "line_id" | "contact_number" | "duration_seconds" | "summary" | "next_steps" | "transcript",
  ) => sql.raw(`coalesce(excluded.${column}, calls.${column})`);
  const ended = (column: "direction" | "status" | "at") =>
    sql.raw(`case when excluded.status = '' then calls.${column} else excluded.${column} end`);
  const reopens = "(calls.state = 'recorded' and calls.reason = 'no_summary')";
  const waits = `(calls.state = 'open' or ${reopens})`;
  const kept = db.insertWhere(calls, row, wanted).onConflictDoUpdate({
    target: [calls.tenantId, calls.id],
    set: {
      direction: ended("direction"),
      status: ended("status"),
      at: ended("at"),
      lineId: added("line_id"),
      contactNumber: added("contact_number"),
      durationSeconds: added("duration_seconds"),
      summary: added("summary"),
      nextSteps: added("next_steps"),
      transcript: added("transcript"),
      state: sql.raw(`case when ${reopens} then 'open' else calls.state end`),
      reason: sql.raw(`case when ${reopens} then null else calls.reason end`),
      dueAt: sql.raw(`case when ${waits} then excluded.due_at else calls.due_at end`),
    },
  });
  return kept.returning({ id: calls.id });
}

/**
 * Equal only for the same words between the same numbers at the same provider time: a genuine second "yes"
 * has a different time.
 */
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
