/**
 * Credentials that end and are renewed. Renewing uses a refresh token up, so that at any time one caller at most holds the lease to do it, in whatever
 * isolate it runs; what it was given is written only while it still holds that lease.
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
  /** Null where the access can't be renewed. */
  refresh: z.string().min(1).nullable(),
  /** Null where it doesn't end by itself. */
  expiresAtMs: z.number().nullable(),
});
/** What a consent gives. Holds secrets: never log or store it but sealed. */
export type ConsentTokens = z.infer<typeof tokensSchema>;

/** As it is sealed. */
export function writeTokens(tokens: ConsentTokens): string {
  return JSON.stringify(tokens);
}

/** Reads what was sealed. Throws `not_configured`. */
export function readTokens(credential: string): ConsentTokens {
  try {
    return tokensSchema.parse(JSON.parse(credential));
  } catch (cause) {
    throw new AppError("not_configured", "The stored access can’t be used", { cause });
  }
}

/** A connection's tokens as they are stored now; `sealed` is the very bytes. */
export interface StoredTokens {
  readonly tokens: ConsentTokens;
  readonly sealed: string;
  readonly problem: string | null;
}

/** Reads them again; null where it was disconnected meanwhile, or is used by key. */
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

/** A lease ends by itself where its holder died: longer than any renewal takes. */
const LEASE_MS = 60_000;

/** Takes the lease to renew what is sealed so; false where somebody else has it, or the tokens are others by now. */
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

/** Writes renewed tokens and gives the lease back; false where the lease is another's by now. */
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

/** Nobody tries again before this time. */
export async function pauseLease(
  db: TenantDb,
  { connectionId, leaseId }: { readonly connectionId: string; readonly leaseId: string },
  untilMs: number,
): Promise<void> {
  await db.update(connections, { leaseUntil: isoTime(untilMs) }, heldBy(connectionId, leaseId));
}

/** The vendor takes this access no more: until somebody connects it again, nobody tries. True where that is news. */
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
