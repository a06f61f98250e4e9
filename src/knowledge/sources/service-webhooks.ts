/**
 * Webhooks of a team's own service: stored with the sender's ID, then processed by one worker per team at a time. Events older than the
 * stored state change nothing, and a deleted item doesn't come back through them. For a paused source, events are held until it is
 * resumed; only deletions apply immediately. Every step is idempotent.
 */
import { asc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { WorkResult } from "../../platform/work/index.ts";
import { dataServiceConnections } from "../../integrations/data-service/connection.ts";
import { listConnectionRows } from "../../integrations/connections/index.ts";
import { inboundEvents } from "../../messaging/tables/inbox.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import {
  CONTENT_FIELDS,
  DATA_SHAPES,
  isServedAlone,
  itemCreatedSchema,
  itemDeletedSchema,
  itemUpdatedSchema,
  SOURCE_KINDS,
  snakeNames,
  type ItemEvent,
} from "../../integrations/api/data-service.ts";
import { knowledgeKindSchema, type KnowledgeKind } from "../api/knowledge.ts";
import { dataThing, stampedMs } from "./data-things.ts";
import { allOf, ofServices } from "./held.ts";
import { eventOf, itemsWith, keepThing } from "./keep-thing.ts";
import { AT_FIRST, MOST_SOURCES } from "./pages.ts";
import type { FoundThing, KnowledgeDeps } from "./ports.ts";
import { summarizeSoon } from "./summarize-soon.ts";
import { countsOf, type SourceRow } from "./sync.ts";
import { keptFor, membersOf, ownerOf } from "./visible.ts";

const VENDOR = dataServiceConnections.vendor;
const PAGE = 50;
/** Longer than any piece of work: afterwards the holder is presumed dead. */
const TURN_MS = 60_000;
/** Default history of a webhook-only source. */
const WINDOW_DAYS = 365;

interface ToldDelivery {
  readonly connectionId: string;
  /** The sender's idempotency ID. */
  readonly webhookId: string;
  readonly event: ItemEvent;
  readonly body: unknown;
}

/** A stored event before processing. */
interface Told {
  readonly event: ItemEvent;
  readonly kind: KnowledgeKind;
  readonly person: string;
  readonly externalId: string;
  readonly at: string;
  readonly data: Record<string, unknown> | null;
}

/** Stores a delivery once. Throws AppError `invalid_request` if it violates the contract or concerns a user who isn't read. */
export async function acceptServiceWebhook(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  { connectionId, webhookId, event, body }: ToldDelivery,
): Promise<{ readonly isNew: boolean; readonly answer: object }> {
  const { told, answer } = await readTold(db, connectionId, event, body);
  await mustBeRead(db, connectionId, told.person);
  const added = await db
    .insert(inboundEvents, {
      source: VENDOR,
      eventId: `told.${connectionId}.${webhookId}`,
      receivedAt: isoTime(clock.now()),
      state: "received",
      payload: { ...told },
      connectionId,
      type: event,
    })
    .onConflictDoNothing()
    .returning({ eventId: inboundEvents.eventId });
  return { isNew: added.length > 0, answer };
}

async function readTold(
  db: TenantDb,
  connectionId: string,
  event: ItemEvent,
  body: unknown,
): Promise<{ told: Told; answer: object }> {
  const given = snakeNames(body);
  switch (event) {
    case "item-created": {
      const { data, ...read } = parsed(itemCreatedSchema, given);
      const kind = await kindOf(db, connectionId, read);
      const answer = { status: "accepted", source_id: read.source_id };
      return { told: { event, kind, ...commonOf(read), data: shaped(kind, read, data) }, answer };
    }
    case "item-updated": {
      const { full_data: data, changes, ...read } = parsed(itemUpdatedSchema, given);
      const kind = await kindOf(db, connectionId, read);
      const answer = { status: "accepted", reprocessing: isOfWords(changes) };
      if (data === undefined && !isServedAlone(kind))
        throw new AppError(
          "invalid_request",
          "full_data: required, because only e-mails and documents can be fetched one by one",
        );
      const whole = data === undefined ? null : shaped(kind, read, data);
      return { told: { event, kind, ...commonOf(read), data: whole }, answer };
    }
    case "item-deleted": {
      const read = parsed(itemDeletedSchema, given);
      const kind = await kindOf(db, connectionId, read);
      return { told: { event, kind, ...commonOf(read), data: null }, answer: { status: "deleted" } };
    }
  }
}

type About = z.output<typeof itemDeletedSchema>;

function commonOf({ user_id: person, source_id: externalId, timestamp }: About) {
  return { person, externalId, at: new Date(timestamp).toISOString() };
}

/** The item kind: as stated, else by its source, else of the known item with its ID. Throws AppError `invalid_request`. */
async function kindOf(
  db: TenantDb,
  connectionId: string,
  { content_type: said, source = "", user_id: person, source_id: externalId }: About,
): Promise<KnowledgeKind> {
  const named = knowledgeKindSchema.safeParse(said).data ?? SOURCE_KINDS[source.toLowerCase()];
  if (named !== undefined) return named;
  const kinds = new Map<string, KnowledgeKind>();
  for (const kind of knowledgeKindSchema.options)
    kinds.set(await itemIdOf({ connectionId, kind, person, externalId }), kind);
  const [known, ...others] = await db.rows(knowledgeItems, itemsWith([...kinds.keys()])).limit(2);
  const kind = known === undefined || others.length > 0 ? undefined : kinds.get(known.id);
  if (kind === undefined)
    throw new AppError(
      "invalid_request",
      `content_type: required for this source_id; one of ${knowledgeKindSchema.options.join(", ")}`,
    );
  return kind;
}

async function itemIdOf(of: {
  readonly connectionId: string;
  readonly kind: KnowledgeKind;
  readonly person: string;
  readonly externalId: string;
}): Promise<string> {
  return derivedId("item", await derivedId("source", of.connectionId, of.kind, of.person), of.externalId);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, of = ""): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = `${of}${issue?.path.map(String).join(".") ?? ""}` || "body";
  throw new AppError("invalid_request", `${where}: ${issue?.message ?? "not as described"}`);
}

function shaped(kind: KnowledgeKind, { source_id: id }: About, data: Readonly<Record<string, unknown>>) {
  return parsed(DATA_SHAPES[kind], { ...data, id }, "data.") as Record<string, unknown>;
}

/** Whether text fields changed; unknown changes count as yes. */
function isOfWords(changes: readonly string[] | Readonly<Record<string, unknown>> | undefined): boolean {
  if (changes === undefined) return true;
  const fields: readonly string[] = Array.isArray(changes) ? changes : Object.keys(changes);
  return fields.some((field) =>
    CONTENT_FIELDS.includes(field.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)),
  );
}

/** Only users an admin selected are stored. */
async function mustBeRead(db: TenantDb, connectionId: string, person: string): Promise<void> {
  const row = (await listConnectionRows(db, [VENDOR])).find(({ id }) => id === connectionId);
  const settings = dataServiceConnections.settings.safeParse(row?.settings);
  if (!settings.success || !settings.data.users.includes(person))
    throw new AppError("invalid_request", "user_id: this connection doesn’t read that user’s data.");
}

interface ToldDeps extends KnowledgeDeps {
  readonly timeZone: string;
}

/**
 * Processes stored events, oldest first, until a deadline. Failures don't block others and are thrown at the end. If another worker is
 * active, it takes these too.
 */
export async function processServiceWebhooks(deps: ToldDeps, untilMs: number): Promise<WorkResult> {
  if (!(await holdTurn(deps))) return "done";
  let result: WorkResult;
  try {
    result = await workPage(deps, untilMs);
  } finally {
    await deps.db.remove(inboundEvents, isTurn);
  }
  // Events that arrived meanwhile were left to this worker.
  return result === "more" || (await deps.db.find(inboundEvents, waits)) !== null ? "more" : "done";
}

const waits = allOf(ofServices, sql`${inboundEvents.state} = 'received'`);
const isTurn = allOf(ofServices, eq(inboundEvents.eventId, "turn"));

/** Texts are stored in R2 by item: two concurrent workers could leave the older text. False if another worker is active. */
async function holdTurn({ db, clock }: ToldDeps): Promise<boolean> {
  const nowMs = clock.now();
  const row = { receivedAt: isoTime(nowMs + TURN_MS), state: "recorded", payload: {} };
  const held = await db
    .insert(inboundEvents, { source: VENDOR, eventId: "turn", type: "turn", ...row })
    .onConflictDoUpdate({
      target: [inboundEvents.tenantId, inboundEvents.source, inboundEvents.eventId],
      set: row as never,
      setWhere: sql`${inboundEvents.receivedAt} <= ${isoTime(nowMs)}`,
    })
    .returning({ eventId: inboundEvents.eventId });
  return held.length > 0;
}

async function workPage(deps: ToldDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock } = deps;
  const rows = await db.rows(inboundEvents, waits).orderBy(asc(inboundEvents.receivedAt)).limit(PAGE);
  const failures: unknown[] = [];
  const touched = new Map<string, SourceRow>();
  let isCut = false;
  for (const row of rows) {
    isCut = clock.now() >= untilMs;
    if (isCut) break;
    try {
      const { source, isHeld } = await take(deps, row.connectionId, row.payload as unknown as Told);
      if (source !== null) touched.set(source.id, source);
      const mine = allOf(ofServices, eq(inboundEvents.eventId, row.eventId));
      // The text is stored elsewhere by now, so the payload is cleared.
      await db.update(inboundEvents, isHeld ? { state: "held" } : { state: "recorded", payload: {} }, mine);
    } catch (error) {
      failures.push(error);
    }
  }
  for (const source of touched.values()) {
    await noteCounts(deps, source);
    if (source.summarizes) await summarizeSoon(deps, source.id);
  }
  if (touched.size > 0) await deps.written();
  if (failures.length > 0) throw new Error("webhook events could not be stored", { cause: failures[0] });
  return isCut || rows.length === PAGE ? "more" : "done";
}

interface Taken {
  /** The changed source. */
  readonly source: SourceRow | null;
  readonly isHeld: boolean;
}

const NOTHING: Taken = { source: null, isHeld: false };

/** Applies one event. */
async function take(deps: ToldDeps, connectionId: string, told: Told): Promise<Taken> {
  const { db } = deps;
  const { kind, person, externalId } = told;
  const sourceId = await derivedId("source", connectionId, kind, person);
  const itemId = await itemIdOf({ connectionId, kind, person, externalId });
  const known = await db.find(knowledgeItems, itemsWith([itemId]));
  const goneMs = await goneAt(db, itemId);
  const atMs = Date.parse(told.at);
  const source = await db.find(knowledgeSources, eq(knowledgeSources.id, sourceId));
  if (source?.state === "removing" || stampedMs(known?.stamp ?? "") > atMs) return NOTHING;
  if (told.event === "item-deleted") {
    await takeOut(deps, { itemId, kind, atMs, wasGoneMs: goneMs, isKnown: known !== null });
    return { source, isHeld: false };
  }
  if (goneMs >= atMs) return NOTHING;
  if (source?.state === "paused") return { source: null, isHeld: true };
  const into = source ?? (await newSource(deps, { id: sourceId, connectionId, kind, person }));
  if (into !== null) await keepTold(deps, into, told, known);
  return { source: into, isHeld: false };
}

async function keepTold(
  deps: ToldDeps,
  source: SourceRow,
  told: Told,
  known: typeof knowledgeItems.$inferSelect | null,
): Promise<void> {
  const { kind, externalId, at, data } = told;
  const thing =
    data === null
      ? await askedFor(deps, source, told)
      : await dataThing(kind, data, { timeZone: deps.timeZone, toldAt: at });
  const knownThings = new Map(known === null ? [] : [[externalId, known]]);
  if (thing !== null) await keepThing(deps, source, thing, knownThings, at);
}

/**
 * Fetches an item whose event omits it. If the service doesn't have it, the stored one stays until a full pass. Throws IntegrationError.
 */
async function askedFor(
  deps: ToldDeps,
  source: SourceRow,
  { externalId, at }: Told,
): Promise<FoundThing | null> {
  const shelf = await deps.open(source);
  const thing = (await shelf?.reader.one?.(externalId, at)) ?? null;
  return thing?.externalId === externalId ? thing : null;
}

/** Creates a webhook-only source: nothing is fetched before an admin adds it. Null at the team's limit. */
async function newSource(
  { db, clock, logger }: ToldDeps,
  which: Pick<SourceRow, "id" | "connectionId" | "kind" | "person">,
): Promise<SourceRow | null> {
  const sources = await db.rows(knowledgeSources).limit(MOST_SOURCES);
  if (sources.length >= MOST_SOURCES) {
    logger.warn("knowledge.no_room", { tenantId: db.tenantId, connectionId: which.connectionId });
    return null;
  }
  const now = isoTime(clock.now());
  const kept = keptFor(ownerOf(await membersOf(db), which.person));
  const begun = {
    ...AT_FIRST,
    ...kept,
    windowDays: WINDOW_DAYS,
    startedAt: now,
    dueAt: null,
    createdAt: now,
  };
  await db
    .insert(knowledgeSources, { ...which, ...begun, vendor: VENDOR, createdByName: "Data service" })
    .onConflictDoNothing();
  return db.find(knowledgeSources, eq(knowledgeSources.id, which.id));
}

/** Deletes an item and remembers the deletion time for as long as deliveries are kept. */
async function takeOut(
  { db, clock, words }: ToldDeps,
  gone: { itemId: string; kind: KnowledgeKind; atMs: number; wasGoneMs: number; isKnown: boolean },
): Promise<void> {
  const { itemId, kind, atMs, wasGoneMs, isKnown } = gone;
  const nowMs = clock.now();
  const payload = { at: isoTime(Math.max(atMs, wasGoneMs)) };
  const mark = { receivedAt: isoTime(nowMs), state: "recorded", payload };
  if (isKnown) await words.drop([itemId]);
  await db.batch([
    db
      .insert(inboundEvents, { source: VENDOR, eventId: goneId(itemId), type: "gone", ...mark })
      .onConflictDoUpdate({
        target: [inboundEvents.tenantId, inboundEvents.source, inboundEvents.eventId],
        set: mark as never,
      }),
    ...(isKnown
      ? [
          db.remove(knowledgeItems, itemsWith([itemId])),
          eventOf(db, { kind, ids: [itemId], what: "removed", stamp: `${itemId}:${atMs}` }, nowMs),
        ]
      : []),
  ]);
}

function goneId(itemId: string): string {
  return `gone.${itemId}`;
}

/** An item's deletion time in ms; 0 if unknown. */
async function goneAt(db: TenantDb, itemId: string): Promise<number> {
  const row = await db.find(inboundEvents, allOf(ofServices, eq(inboundEvents.eventId, goneId(itemId))));
  return row === null ? 0 : stampedMs(String(row.payload["at"]));
}

/** Updates the source's displayed counts. */
async function noteCounts({ db, clock }: ToldDeps, { id }: SourceRow): Promise<void> {
  const set = { ...(await countsOf(db, id)), finishedAt: isoTime(clock.now()) };
  await db.update(
    knowledgeSources,
    set,
    allOf(eq(knowledgeSources.id, id), eq(knowledgeSources.state, "waiting")),
  );
}
