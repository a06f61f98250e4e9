/** Stored connections, and the only path to a credential, which is decrypted just before use. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { mcpServers } from "../../mcp/tables/mcp.ts";
import { needsResealing, openCredential, sealCredential } from "./sealed.ts";

export type ConnectionRow = typeof connections.$inferSelect;

/** The tenant's enabled connections of a vendor, or of some, oldest first. */
export function listRows(db: TenantDb, vendor: string | readonly string[]): Promise<ConnectionRow[]> {
  return db
    .rows(connections, and(inArray(connections.vendor, [vendor].flat()), isNull(connections.disabledAt)))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

/** Vendors with an enabled connection, sorted by name, and `mcp` if the tenant has its own servers. */
export async function listConnected(db: TenantDb): Promise<string[]> {
  const { vendor } = connections;
  const [rows, servers] = await Promise.all([
    db.pick({ vendor }, connections, isNull(connections.disabledAt)).groupBy(vendor).orderBy(asc(vendor)),
    db.pick({ id: mcpServers.id }, mcpServers).limit(1),
  ]);
  return [...rows.map((row) => row.vendor), ...(servers.length === 0 ? [] : ["mcp"])];
}

/** The oldest of them, or the one with this ID; null if none (also for another tenant's ID). */
export async function findRow(
  db: TenantDb,
  vendor: string | readonly string[],
  connectionId?: string,
): Promise<ConnectionRow | null> {
  const rows = await listRows(db, vendor);
  return (connectionId === undefined ? rows[0] : rows.find(({ id }) => id === connectionId)) ?? null;
}

/**
 * A connection's credential. Reseals it if it is under an older master key, so that the old key can be retired. Throws `not_configured`.
 * Holds a secret: never log or store it.
 */
export async function openedCredential(
  db: TenantDb,
  masterKeys: string,
  row: ConnectionRow,
  field: string,
): Promise<string> {
  const scope = { tenantId: db.tenantId, connectionId: row.id, field };
  const opened = await openCredential(masterKeys, scope, row.credentials);
  if (needsResealing(masterKeys, row.credentials)) {
    const credentials = await sealCredential(masterKeys, scope, opened);
    const unchanged = and(eq(connections.id, row.id), eq(connections.credentials, row.credentials));
    await db.update(connections, { credentials }, unchanged ?? sql`false`);
  }
  return opened;
}
