/**
 * Continuously syncs a phone system's contacts into our tables, page by page. Progress is saved every few
 * pages, so a killed sync resumes close to where it stopped. Writes are idempotent.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { leaseRows, type WorkResult } from "../../platform/work/index.ts";
import { listQuoConnections } from "../../integrations/quo/connection.ts";
import { type Contact, type HistoryPage } from "../../integrations/connections/index.ts";
import { contactSyncs } from "../tables/contacts.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import { countContacts, removeUnseen, saveContacts } from "./store.ts";

/** From the end of one sync to the start of the next. */
export const SYNC_EVERY_MS = 10 * 60_000;
/** Longer than the time slice of one piece of work, so the lease expires only after a crash. */
const LEASE_MS = 30_000;
const BATCH_SIZE = 4;
/** Pages between progress writes: a write costs more than a page without changes. */
const NOTED_PAGES = 10;
const MAX_FAILURES = 3;
const RETRY = { firstMs: 30_000, longestMs: 30 * 60_000 } as const;

type SyncRow = typeof contactSyncs.$inferSelect;
type Source = (after: string | null) => Promise<HistoryPage<Contact>>;

/** Dependencies of a sync, for one tenant. */
interface SyncWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reads a page of a connection's contacts; null if it is no longer connected. */
  readonly source: (connectionId: string) => Promise<Source | null>;
  /** Waits between provider calls. */
  readonly pause: () => Promise<void>;
}

/** Schedules the sync of every connected phone system. Idempotent. */
export async function ensureContactSyncs(db: TenantDb, nowMs: number): Promise<void> {
  const now = isoTime(nowMs);
  const begun = { cursor: null, startedAt: now, listed: 0, failures: 0, problem: null, dueAt: now };
  const list = await listQuoConnections(db);
  await db.batch(
    list.flatMap(({ id: connectionId }) => [
      db.insert(contactSyncs, { connectionId, finishedAt: null, ...begun }).onConflictDoNothing(),
      db.update(contactSyncs, begun, whereMine(connectionId, isNull(contactSyncs.dueAt))),
    ]),
  );
}

/** Continues the syncs that are due, until a deadline. */
export async function continueSyncs(world: SyncWorld, untilMs: number): Promise<WorkResult> {
  const { db, clock } = world;
  const nowMs = clock.now();
  const untilIso = isoTime(nowMs + LEASE_MS);
  const due = await leaseRows(db, contactSyncs, { nowIso: isoTime(nowMs), untilIso, limit: BATCH_SIZE });
  await Promise.all(due.map((row) => work(world, row, untilMs)));
  return clock.now() >= untilMs ? "more" : "done";
}

/** Never throws for provider failures. */
async function work(world: SyncWorld, leased: SyncRow, untilMs: number): Promise<void> {
  const { db, clock } = world;
  const { connectionId } = leased;
  try {
    const source = await world.source(connectionId);
    if (source === null) {
      await db.update(contactSyncs, { dueAt: null }, whereMine(connectionId));
      return;
    }
    let row = leased;
    for (;;) {
      const next = await readPages(world, row, source, untilMs);
      if (next === null) return;
      row = next;
      if (clock.now() >= untilMs) {
        await db.update(contactSyncs, { dueAt: isoTime(clock.now()) }, whereMine(connectionId));
        return;
      }
      await world.pause();
    }
  } catch (error) {
    await noteFailure(world, leased, error);
  }
}

/**
 * Reads a few pages and saves progress; null if the last page was reached, or if another worker took over.
 */
async function readPages(
  world: SyncWorld,
  row: SyncRow,
  source: Source,
  untilMs: number,
): Promise<SyncRow | null> {
  const { db, clock } = world;
  const { connectionId, cursor } = row;
  const isFirst = cursor === null;
  const begun = isFirst ? { ...row, startedAt: isoTime(clock.now()), listed: 0 } : row;
  const { startedAt, marks } = begun;
  const { after, count } = await savePages(world, begun, source, untilMs);
  const listed = begun.listed + count;
  const nowMs = clock.now();
  const isLast = after === null;
  if (isLast && marks) await removeUnseen(db, connectionId, startedAt, nowMs);
  const next = {
    cursor: after,
    startedAt,
    listed,
    failures: 0,
    problem: null,
    // If more contacts are stored than were listed, some were deleted: the next sync finds which.
    ...(isLast
      ? { finishedAt: isoTime(nowMs), marks: (await countContacts(db, connectionId)) > listed }
      : {}),
    dueAt: isoTime(nowMs + (isLast ? SYNC_EVERY_MS : LEASE_MS)),
  };
  const still = isFirst ? isNull(contactSyncs.cursor) : eq(contactSyncs.cursor, cursor);
  const moved = await db.update(contactSyncs, next, whereMine(connectionId, still)).returning();
  return isLast || moved.length === 0 ? null : { ...row, ...next };
}

async function savePages(
  { db, clock, pause }: SyncWorld,
  { connectionId, cursor, marks }: SyncRow,
  source: Source,
  untilMs: number,
): Promise<{ readonly after: string | null; readonly count: number }> {
  let after = cursor;
  let count = 0;
  for (let pages = 1; ; pages++) {
    const page = await source(after);
    await saveContacts(db, connectionId, page.items, clock.now(), { marks });
    count += page.items.length;
    after = page.next;
    if (after === null || pages === NOTED_PAGES || clock.now() >= untilMs) return { after, count };
    await pause();
  }
}

async function noteFailure(world: SyncWorld, { connectionId }: SyncRow, error: unknown): Promise<void> {
  const { db, clock, logger } = world;
  logger.warn("contacts.sync_failed", { tenantId: db.tenantId, error });
  const row = await db.find(contactSyncs, whereMine(connectionId));
  const failures = (row?.failures ?? 0) + 1;
  const problem =
    error instanceof IntegrationError
      ? error.message
      : "The contacts could not be read. Steward will try again.";
  const dueAt = isoTime(clock.now() + backOffMs(failures, RETRY));
  // After a few failures, drop a cursor the provider no longer accepts.
  const again = failures >= MAX_FAILURES ? { cursor: null } : {};
  await db.update(contactSyncs, { failures, problem, dueAt, ...again }, whereMine(connectionId));
}

function whereMine(connectionId: string, further = sql`true`) {
  return and(eq(contactSyncs.connectionId, connectionId), further) ?? sql`false`;
}
