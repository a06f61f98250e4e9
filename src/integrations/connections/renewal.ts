/**
 * Renewal of expiring credentials. A refresh token can be used only once, so at most one caller across all isolates holds the renewal
 * lease, and new tokens are written only while the lease is still held.
 */
import { and, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import * as z from "zod";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ConnectionKind } from "./connection.ts";
import { findRow, openedCredential } from "./rows.ts";
import { sealCredential } from "./sealed.ts";

const tokensSchema = z.object({
  access: z.string().min(1),
  /** Null if the access can't be renewed. */
  refresh: z.string().min(1).nullable(),
  /** Null if it doesn't expire. */
  expiresAtMs: z.number().nullable(),
});
/** Tokens of a consent. Hold secrets: only ever store them sealed, never log them. */
export type ConsentTokens = z.infer<typeof tokensSchema>;

export function writeTokens(tokens: ConsentTokens): string {
  return JSON.stringify(tokens);
}

/** Parses an unsealed credential. Throws `not_configured`. */
export function readTokens(credential: string): ConsentTokens {
  try {
    return tokensSchema.parse(JSON.parse(credential));
  } catch (cause) {
    throw new AppError("not_configured", "The stored access can’t be used", { cause });
  }
}

/** Tokens as stored now; `sealed` is the stored ciphertext. */
export interface StoredTokens {
  readonly tokens: ConsentTokens;
  readonly sealed: string;
  readonly problem: string | null;
}

/** Rereads the tokens; null if disconnected since, or connected by key. */
export async function findTokens(
  db: TenantDb,
  masterKeys: string,
  kind: Pick<ConnectionKind<unknown>, "vendor" | "credentialField">,
  id: string,
): Promise<StoredTokens | null> {
  const row = await findRow(db, kind.vendor, id);
  if (row === null || row.grant === null) return null;
  const tokens = readTokens(await openedCredential(db, masterKeys, row, kind.credentialField));
  return { tokens, sealed: row.credentials, problem: row.problem };
}

/** Lease expiry, for holders that died; longer than any renewal takes. */
const LEASE_MS = 60_000;

/** Takes the renewal lease for this ciphertext; false if it is held or the tokens have changed. */
export async function takeLease(
  db: TenantDb,
  lease: { readonly connectionId: string; readonly leaseId: string; readonly sealed: string },
  nowMs: number,
): Promise<boolean> {
  const free = and(
    eq(connections.id, lease.connectionId),
    eq(connections.credentials, lease.sealed),
    isNull(connections.disabledAt),
    or(isNull(connections.leaseUntil), lt(connections.leaseUntil, isoTime(nowMs))),
  );
  const held = { leaseId: lease.leaseId, leaseUntil: isoTime(nowMs + LEASE_MS) };
  return changed(await db.update(connections, held, free ?? sql`false`).returning());
}

/** Writes renewed tokens and releases the lease; false if the lease was lost. */
export async function keepRenewed(
  db: TenantDb,
  masterKeys: string,
  renewed: {
    readonly connectionId: string;
    readonly leaseId: string;
    readonly field: string;
    readonly tokens: ConsentTokens;
  },
): Promise<boolean> {
  const { connectionId, leaseId, field, tokens } = renewed;
  const scope = { tenantId: db.tenantId, connectionId, field };
  const credentials = await sealCredential(masterKeys, scope, writeTokens(tokens));
  const kept = { credentials, leaseId: null, leaseUntil: null };
  return changed(await db.update(connections, kept, heldBy(connectionId, leaseId)).returning());
}

/** Blocks renewal attempts until this time. */
export async function pauseLease(
  db: TenantDb,
  { connectionId, leaseId }: { readonly connectionId: string; readonly leaseId: string },
  untilMs: number,
): Promise<void> {
  await db.update(connections, { leaseUntil: isoTime(untilMs) }, heldBy(connectionId, leaseId));
}

/** Marks access as rejected by the vendor; no renewal is tried until someone reconnects. Returns true the first time. */
export async function endAccess(
  db: TenantDb,
  { connectionId, leaseId }: { readonly connectionId: string; readonly leaseId: string },
  nowMs: number,
): Promise<boolean> {
  const ended = { problem: "ended", checkedAt: isoTime(nowMs), leaseId: null, leaseUntil: null };
  const isNews = and(
    heldBy(connectionId, leaseId),
    or(isNull(connections.problem), ne(connections.problem, "ended")),
  );
  return changed(await db.update(connections, ended, isNews ?? sql`false`).returning());
}

function heldBy(connectionId: string, leaseId: string) {
  return and(eq(connections.id, connectionId), eq(connections.leaseId, leaseId)) ?? sql`false`;
}

function changed(rows: unknown): boolean {
  return Array.isArray(rows) && rows.length > 0;
}
