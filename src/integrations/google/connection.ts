/** A tenant's Google connection: a service account that may impersonate the people on its allow-list, or one person's own account. */
import { and, eq, sql } from "drizzle-orm";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { findConnection, type Connection, type ConnectionKind } from "../connections/connection.ts";
import { googleSettingsSchema, type GoogleSettings } from "./settings.ts";

export const googleConnections: ConnectionKind<GoogleSettings> = {
  vendor: "google",
  settings: googleSettingsSchema,
  credentialField: "serviceAccount",
};

/** A connection without secrets. */
export type GoogleConnectionInfo = Connection<GoogleSettings>;

/** The tenant's oldest enabled connection, or the one with this ID; null if none. Throws `not_configured`. */
export function findGoogleInfo(db: TenantDb, connectionId?: string): Promise<GoogleConnectionInfo | null> {
  return findConnection(db, googleConnections, connectionId);
}

/** Replaces the team's settings unless they changed since `version`; false if they did. The allow-list stays. */
export async function saveMailSettings(
  db: TenantDb,
  info: GoogleConnectionInfo,
  mail: GoogleSettings["mail"],
): Promise<boolean> {
  const { mailboxes, version, since } = info.settings;
  const unchanged = and(
    eq(connections.id, info.id),
    sql`coalesce(json_extract(${connections.settings}, '$.version'), 0) = ${version}`,
  );
  const saved: unknown = await db
    .update(
      connections,
      { settings: { mailboxes, mail, version: version + 1, since } },
      unchanged ?? sql`false`,
    )
    .returning();
  return Array.isArray(saved) && saved.length > 0;
}
