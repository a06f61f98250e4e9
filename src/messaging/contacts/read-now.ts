/**
 * Syncs a phone system's contacts while a caller waits: a few pages, or everything if that is all there is.
 */
import { and, eq, lt, sql } from "drizzle-orm";
import type { Contact, HistoryPage } from "../../integrations/connections/index.ts";
import { contacts, contactSyncs } from "../tables/contacts.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { pruneContacts, saveContacts } from "./store.ts";
import { SYNC_EVERY_MS } from "./sync.ts";
import { pause } from "../../kernel/time-limit.ts";

const MAX_PAGES = 10;
/** Maximum contacts read while a caller waits: ten calls to Quo. */
export const MAX_READ_NOW = 500;
/** A sync's claim expires after this. */
const CLAIM_MS = 15_000;
/** How many times, and at what interval, a waiting caller polls a running sync. */
const LOOKS = 60;
const LOOK_MS = 100;
/** Contacts removed per batch. */
const REMOVED_AT_ONCE = 200;

/** Dependencies, for one tenant and one connection. */
export interface ReadNowWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly connectionId: string;
  readonly page: (after: string | null) => Promise<HistoryPage<Contact>>;
}

/**
 * Syncs now, or waits for a sync that is already running. The remainder is left to the scheduled sync, which
 * resumes there. Throws IntegrationError.
 */
export async function readNow(world: ReadNowWorld): Promise<void> {
  const startedAt = isoTime(world.clock.now());
  if (!(await claim(world, startedAt))) return othersRead(world);
  try {
    await readAll(world, startedAt);
  } catch (error) {
    const { db, connectionId } = world;
    const left = { dueAt: startedAt, startedAt: sql`coalesce(${contactSyncs.finishedAt}, ${startedAt})` };
    await db.update(contactSyncs, left as never, eq(contactSyncs.connectionId, connectionId));
    throw error;
  }
}

/** Whether this caller got the claim. */
async function claim({ db, clock, connectionId }: ReadNowWorld, startedAt: string): Promise<boolean> {
  const dueAt = isoTime(clock.now() + CLAIM_MS);
  const fresh = {
    connectionId,
    cursor: null,
    startedAt,
    listed: 0,
    failures: 0,
    problem: null,
    finishedAt: null,
    dueAt,
  };
  const { finishedAt, startedAt: begunAt, dueAt: heldUntil } = contactSyncs;
  const isFree = sql`case when ${finishedAt} is null then ${heldUntil} is null or ${heldUntil} <= ${startedAt}
    else ${finishedAt} >= ${begunAt} or ${begunAt} < ${isoTime(clock.now() - CLAIM_MS)} end`;
  const [won] = await db.batch([
    db
      .insert(contactSyncs, fresh)
      .onConflictDoUpdate({
        target: [contactSyncs.tenantId, contactSyncs.connectionId],
        set: { startedAt, dueAt } as never,
        setWhere: isFree,
      })
      .returning(),
  ]);
  return Array.isArray(won) && won.length > 0;
}

async function othersRead({ db, connectionId }: ReadNowWorld): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const row = await db.find(contactSyncs, eq(contactSyncs.connectionId, connectionId));
    if (row === null || row.failures > 0) return;
    if (row.finishedAt === null ? row.listed > 0 : row.finishedAt >= row.startedAt) return;
    await pause(LOOK_MS);
  }
}

async function readAll({ db, clock, connectionId, page }: ReadNowWorld, startedAt: string): Promise<void> {
  const ids: string[] = [];
  let after: string | null = null;
  for (let count = 0; count < MAX_PAGES; count++) {
    const { items, next }: HistoryPage<Contact> = await page(after);
    await saveContacts(db, connectionId, items, clock.now());
    ids.push(...items.map(({ id }) => id));
    after = next;
    if (next === null) break;
  }
  const nowMs = clock.now();
  const isWhole = after === null;
  if (isWhole) await removeOthers(db, connectionId, { ids, startedAt, nowMs });
  const read = {
    cursor: after,
    startedAt,
    listed: ids.length,
    failures: 0,
    problem: null,
    marks: false,
    finishedAt: isWhole ? isoTime(nowMs) : null,
    dueAt: isoTime(nowMs + (isWhole ? SYNC_EVERY_MS : 0)),
  };
  await db
    .insert(contactSyncs, { connectionId, ...read })
    .onConflictDoUpdate({ target: [contactSyncs.tenantId, contactSyncs.connectionId], set: read as never });
}

/** Removes contacts the provider no longer lists, except those written since the listing. */
async function removeOthers(
  db: TenantDb,
  connectionId: string,
  {
    ids,
    startedAt,
    nowMs,
  }: { readonly ids: readonly string[]; readonly startedAt: string; readonly nowMs: number },
): Promise<void> {
  const isListed = sql`${contacts.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  for (;;) {
    const gone = await db
      .rows(
        contacts,
        and(eq(contacts.connectionId, connectionId), lt(contacts.seenAt, startedAt), sql`not ${isListed}`),
      )
      .limit(REMOVED_AT_ONCE);
    await pruneContacts(db, gone, nowMs);
    if (gone.length < REMOVED_AT_ONCE) return;
  }
}
