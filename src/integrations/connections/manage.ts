/** Changes the Connections page makes to connections. Disconnecting keeps the row (items refer to it) and deletes the secrets. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../../platform/audit/index.ts";
import { connections, type ConsentGrant, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { ConnectionKind } from "./connection.ts";
import { listRows } from "./rows.ts";
import { sealCredential } from "./sealed.ts";
import { sealWebhookSecrets } from "./webhook-secrets.ts";

/** A connection without secrets. */
export interface ConnectionRow {
  readonly id: string;
  readonly vendor: string;
  readonly settings: Record<string, unknown>;
  readonly checkedAt: string | null;
  readonly workedAt: string | null;
  readonly problem: string | null;
  readonly grant: ConsentGrant | null;
}

interface Change {
  readonly by: Actor;
  readonly auditId: string;
  readonly title: string;
  readonly nowMs: number;
}

/** The tenant's enabled connections of these vendors, oldest first per vendor. */
export async function listConnectionRows(db: TenantDb, vendors: readonly string[]): Promise<ConnectionRow[]> {
  const { id, vendor, settings, checkedAt, workedAt, problem, grant } = connections;
  return db
    .pick(
      { id, vendor, settings, checkedAt, workedAt, problem, grant },
      connections,
      and(inArray(connections.vendor, [...vendors]), isNull(connections.disabledAt)),
    )
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

/** Stores a check's result; `problem` is null on success. */
export async function noteCheck(
  db: TenantDb,
  id: string,
  problem: string | null,
  nowMs: number,
): Promise<void> {
  const checkedAt = isoTime(nowMs);
  const worked = problem === null ? { workedAt: checkedAt } : {};
  await db.update(connections, { checkedAt, problem, ...worked }, eq(connections.id, id));
}

/**
 * The row for a vendor's connection: the enabled one, else a disconnected one, else a new ID, the same that `npm run tenant` would
 * assign.
 */
export async function knownConnection(
  db: TenantDb,
  vendor: string,
): Promise<{ readonly id: string; readonly settings: Record<string, unknown> | null }> {
  const [enabled] = await listRows(db, vendor);
  if (enabled !== undefined) return enabled;
  const former = await db.find(connections, eq(connections.vendor, vendor));
  return former ?? { id: firstConnectionId(db, vendor), settings: null };
}

export function firstConnectionId({ tenantId }: TenantDb, vendor: string): string {
  return `conn_${tenantId.replace(/^tenant_/, "")}_${vendor}`;
}

interface Kept {
  readonly id: string;
  readonly kind: Pick<ConnectionKind<unknown>, "vendor" | "credentialField">;
  readonly settings: Record<string, unknown>;
  /** Null keeps the current ones. */
  readonly webhookSecrets: readonly string[] | null;
}

/** Stores a verified credential with its settings and webhook secrets, replacing the current ones. */
export async function keepConnection(
  db: TenantDb,
  masterKeys: string,
  kept: Kept & { readonly credential: string; readonly grant: ConsentGrant | null },
  { by, auditId, title, nowMs }: Change,
): Promise<void> {
  const { id, kind, credential, grant } = kept;
  const owner = { tenantId: db.tenantId, connectionId: id };
  const now = isoTime(nowMs);
  const row = {
    vendor: kind.vendor,
    label: title,
    credentials: await sealCredential(masterKeys, { ...owner, field: kind.credentialField }, credential),
    disabledAt: null,
    grant,
    leaseId: null,
    leaseUntil: null,
    ...(await workingRow(masterKeys, owner, kept, now)),
  };
  await db.batch([
    db
      .insert(connections, { id, createdAt: now, ...row })
      .onConflictDoUpdate({ target: connections.id, set: row }),
    auditStatement(
      db,
      {
        id: auditId,
        actor: by,
        action: "connection.connected",
        subject: { kind: "connection", id },
        sentence: `${by.name} connected ${title} ${grant === null ? "with a key" : `as ${grant.account.name}`}`,
      },
      nowMs,
    ),
  ]);
}

/** Changes the settings of an enabled connection; its credential stays. */
export async function changeConnection(
  db: TenantDb,
  masterKeys: string,
  kept: Kept,
  { by, auditId, title, nowMs }: Change,
): Promise<void> {
  const { id } = kept;
  const row = await workingRow(masterKeys, { tenantId: db.tenantId, connectionId: id }, kept, isoTime(nowMs));
  await db.batch([
    db.update(connections, row, and(eq(connections.id, id), isNull(connections.disabledAt)) ?? sql`false`),
    auditStatement(
      db,
      {
        id: auditId,
        actor: by,
        action: "connection.changed",
        subject: { kind: "connection", id },
        sentence: `${by.name} changed what ${title} is used for`,
      },
      nowMs,
    ),
  ]);
}

async function workingRow(
  masterKeys: string,
  owner: { readonly tenantId: string; readonly connectionId: string },
  { settings, webhookSecrets }: Kept,
  now: string,
) {
  const secrets =
    webhookSecrets === null
      ? {}
      : { webhookSecrets: await sealWebhookSecrets(masterKeys, owner, webhookSecrets) };
  return { settings, ...secrets, checkedAt: now, workedAt: now, problem: null };
}

/** Deletes the secrets and keeps the row. */
export async function dropConnection(
  db: TenantDb,
  id: string,
  { by, auditId, title, nowMs }: Change,
): Promise<void> {
  const gone = {
    credentials: "",
    webhookSecrets: null,
    disabledAt: isoTime(nowMs),
    problem: null,
    grant: null,
    leaseId: null,
    leaseUntil: null,
  };
  const enabled = and(eq(connections.id, id), isNull(connections.disabledAt));
  await db.batch([
    db.update(connections, gone, enabled ?? eq(connections.id, id)),
    auditStatement(
      db,
      {
        id: auditId,
        actor: by,
        action: "connection.disconnected",
        subject: { kind: "connection", id },
        sentence: `${by.name} disconnected ${title}`,
      },
      nowMs,
    ),
  ]);
}
