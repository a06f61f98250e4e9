/**
 * Consents that an admin was sent to a vendor for. Each belongs to one team, person and session, and is come back with once: whoever holds only the
 * address the vendor sends back to can do nothing with it.
 */
import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { consents, type ConsentGrant, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { openCredential, sealCredential } from "./sealed.ts";

/** Whose browser it is. */
export interface ConsentOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A consent that was come back with. */
export interface ReturnedConsent {
  readonly id: string;
  /** PKCE's verifier. Holds a secret. */
  readonly verifier: string;
  readonly scopes: readonly string[];
}

/** So long somebody may take at the vendor. */
const AT_VENDOR_MS = 10 * 60_000;
/** So long they may then take to choose what is used. */
const CHOOSING_MS = 30 * 60_000;
const UNUSED_AT_ONCE = 20;

/** Notes that somebody is sent to a vendor. `state` and `verifier` are secrets; of the state its hash alone is kept. */
export async function beginConsent(
  db: TenantDb,
  masterKeys: string,
  begun: ConsentOwner & {
    readonly id: string;
    readonly vendor: string;
    readonly state: string;
    readonly verifier: string;
    readonly scopes: readonly string[];
  },
  nowMs: number,
): Promise<void> {
  const { id, vendor, userId, sessionId, state, verifier, scopes } = begun;
  const row = {
    id,
    vendor,
    userId,
    sessionId,
    stateHash: await sha256Hex(state),
    scopes: [...scopes],
    sealed: await sealCredential(masterKeys, scopeOf(db, id, "verifier"), verifier),
    expiresAt: isoTime(nowMs + AT_VENDOR_MS),
  };
  const over = and(lte(consents.expiresAt, isoTime(nowMs)), isNull(consents.grant)) ?? sql`false`;
  await db.batch([db.remove(consents, over), db.insert(consents, row)]);
}

/** Takes the consent this state was made for, once; null for another's, a used or an expired one. */
export async function takeConsent(
  db: TenantDb,
  masterKeys: string,
  came: ConsentOwner & { readonly vendor: string; readonly state: string },
  nowMs: number,
): Promise<ReturnedConsent | null> {
  const now = isoTime(nowMs);
  const mine = and(
    eq(consents.stateHash, await sha256Hex(came.state)),
    eq(consents.vendor, came.vendor),
    ownedBy(came),
    isNull(consents.returnedAt),
    gt(consents.expiresAt, now),
  );
  const taken = (await db.update(consents, { returnedAt: now }, mine ?? sql`false`).returning()) as unknown;
  const [row] = taken as (typeof consents.$inferSelect)[];
  if (row === undefined) return null;
  const verifier = await openCredential(masterKeys, scopeOf(db, row.id, "verifier"), row.sealed);
  return { id: row.id, verifier, scopes: row.scopes };
}

/** Keeps what came of a consent until it is chosen what is used. */
export async function keepConsent(
  db: TenantDb,
  masterKeys: string,
  kept: { readonly id: string; readonly credential: string; readonly grant: ConsentGrant },
  nowMs: number,
): Promise<void> {
  const sealed = await sealCredential(masterKeys, scopeOf(db, kept.id, "consent"), kept.credential);
  const expiresAt = isoTime(nowMs + CHOOSING_MS);
  await db.update(consents, { sealed, grant: kept.grant, expiresAt }, eq(consents.id, kept.id));
}

/** What came of a consent; null where it isn't this person's, is used up, or is over. */
export async function findConsent(
  db: TenantDb,
  masterKeys: string,
  asked: ConsentOwner & { readonly id: string; readonly vendor: string },
  nowMs: number,
): Promise<{ readonly credential: string; readonly grant: ConsentGrant } | null> {
  const mine = and(
    eq(consents.id, asked.id),
    eq(consents.vendor, asked.vendor),
    ownedBy(asked),
    isNotNull(consents.grant),
    gt(consents.expiresAt, isoTime(nowMs)),
  );
  const row = await db.find(consents, mine ?? sql`false`);
  if (row?.grant === null || row === null) return null;
  const credential = await openCredential(masterKeys, scopeOf(db, row.id, "consent"), row.sealed);
  return { credential, grant: row.grant };
}

/** What somebody came back with and nobody can use any more. Holds a secret. */
export interface UnusedConsent {
  readonly id: string;
  readonly vendor: string;
  readonly credential: string;
  readonly grant: ConsentGrant;
  readonly expiresAt: string;
}

/** Takes back what this person came back with, whether it could still be used or not; null where it isn't theirs, or became a connection. */
export async function takeUnused(
  db: TenantDb,
  masterKeys: string,
  asked: ConsentOwner & { readonly id: string; readonly vendor: string },
): Promise<UnusedConsent | null> {
  const mine = and(
    eq(consents.id, asked.id),
    eq(consents.vendor, asked.vendor),
    ownedBy(asked),
    isNotNull(consents.grant),
  );
  const taken = (await db.remove(consents, mine ?? sql`false`).returning()) as unknown;
  const [row] = taken as (typeof consents.$inferSelect)[];
  return row === undefined ? null : unusedOf(db, masterKeys, row);
}

/** Those that ended before anybody chose what is used, some at once. */
export async function listUnused(db: TenantDb, masterKeys: string, nowMs: number): Promise<UnusedConsent[]> {
  const ended = and(isNotNull(consents.grant), lte(consents.expiresAt, isoTime(nowMs)));
  const rows = await db.rows(consents, ended ?? sql`false`).limit(UNUSED_AT_ONCE);
  const unused = await Promise.all(rows.map((row) => unusedOf(db, masterKeys, row)));
  return unused.filter((one) => one !== null);
}

/** Whether somebody of the team came back with access of this account and can still choose what is used. */
export async function isAwaited(
  db: TenantDb,
  vendor: string,
  accountId: string,
  nowMs: number,
): Promise<boolean> {
  const open = and(
    eq(consents.vendor, vendor),
    sql`json_extract(${consents.grant}, '$.account.id') = ${accountId}`,
    gt(consents.expiresAt, isoTime(nowMs)),
  );
  return (await db.find(consents, open ?? sql`false`)) !== null;
}

/** Null for what can't be opened any more: that can't be given back either. */
async function unusedOf(
  db: TenantDb,
  masterKeys: string,
  { id, vendor, sealed, grant, expiresAt }: typeof consents.$inferSelect,
): Promise<UnusedConsent | null> {
  if (grant === null) return null;
  try {
    const credential = await openCredential(masterKeys, scopeOf(db, id, "consent"), sealed);
    return { id, vendor, credential, grant, expiresAt };
  } catch {
    await forgetConsent(db, id);
    return null;
  }
}

/** Forgets a consent that became a connection, or came to nothing. */
export async function forgetConsent(db: TenantDb, id: string): Promise<void> {
  await db.remove(consents, eq(consents.id, id));
}

function ownedBy({ userId, sessionId }: ConsentOwner) {
  return and(eq(consents.userId, userId), eq(consents.sessionId, sessionId));
}

function scopeOf(db: TenantDb, id: string, field: "verifier" | "consent") {
  return { tenantId: db.tenantId, connectionId: id, field };
}
