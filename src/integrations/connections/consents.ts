/**
 * Pending OAuth consents. Each belongs to one team, user and session and can be redeemed once, so the callback URL alone is useless to
 * anyone else.
 */
import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { consents, type ConsentGrant, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { openCredential, sealCredential } from "./sealed.ts";

export interface ConsentOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** A redeemed consent. */
interface ReturnedConsent {
  readonly id: string;
  /** PKCE verifier. Holds a secret. */
  readonly verifier: string;
  readonly scopes: readonly string[];
}

/** Time allowed at the vendor. */
const AT_VENDOR_MS = 10 * 60_000;
/** Time allowed afterwards to choose what is used. */
const CHOOSING_MS = 30 * 60_000;
const UNUSED_AT_ONCE = 20;

/** Records the start of a consent. `state` and `verifier` are secrets; only a hash of the state is stored. */
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

/** Redeems the consent for this state, once. Null if it belongs to someone else, was used, or expired. */
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

/** Stores the tokens until the admin has chosen what is used. */
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

/** Null if it isn't this user's, was used, or expired. */
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

/** Tokens of a consent that can no longer become a connection. Holds a secret. */
interface UnusedConsent {
  readonly id: string;
  readonly vendor: string;
  readonly credential: string;
  readonly grant: ConsentGrant;
  readonly expiresAt: string;
}

/** Removes and returns this user's consent, even if it is still usable. Null if it isn't theirs or became a connection. */
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

/** Expired consents that never became a connection; returns a bounded batch. */
export async function listUnused(db: TenantDb, masterKeys: string, nowMs: number): Promise<UnusedConsent[]> {
  const ended = and(isNotNull(consents.grant), lte(consents.expiresAt, isoTime(nowMs)));
  const rows = await db.rows(consents, ended ?? sql`false`).limit(UNUSED_AT_ONCE);
  const unused = await Promise.all(rows.map((row) => unusedOf(db, masterKeys, row)));
  return unused.filter((one) => one !== null);
}

/** Whether a usable consent for this account is pending in this team. */
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

/** Null if it can't be decrypted; it then can't be revoked either. */
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

/** Deletes a consent that became a connection or was abandoned. */
export async function forgetConsent(db: TenantDb, id: string): Promise<void> {
  await db.remove(consents, eq(consents.id, id));
}

function ownedBy({ userId, sessionId }: ConsentOwner) {
  return and(eq(consents.userId, userId), eq(consents.sessionId, sessionId));
}

function scopeOf(db: TenantDb, id: string, field: "verifier" | "consent") {
  return { tenantId: db.tenantId, connectionId: id, field };
}
