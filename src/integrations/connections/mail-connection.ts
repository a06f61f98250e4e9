/** The connection that a team's e-mail and calendars are in. A team has one: the Connections page offers no second. */
import { and, eq, sql } from "drizzle-orm";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { connectionIn, type Connection } from "./connection.ts";
import { mailboxSettingsSchema, type MailboxSettings } from "./mailbox-settings.ts";
import { findRow } from "./rows.ts";

/** Vendors with mailboxes. */
export const MAIL_VENDORS = ["google", "microsoft"] as const;
export type MailVendor = (typeof MAIL_VENDORS)[number];

/** A connection without secrets. */
export interface MailConnection extends Connection<MailboxSettings> {
  readonly vendor: MailVendor;
}

/** The tenant's oldest enabled connection, or the one with this ID; null if none. Throws `not_configured`. */
export async function findMailConnection(
  db: TenantDb,
  connectionId?: string,
): Promise<MailConnection | null> {
  const row = await findRow(db, MAIL_VENDORS, connectionId);
  if (row === null) return null;
  return { ...connectionIn(db, row, mailboxSettingsSchema), vendor: row.vendor as MailVendor };
}

/** Replaces the team's settings unless they changed since `version`; false if they did. The allow-list stays. */
export async function saveMailSettings(
  db: TenantDb,
  info: MailConnection,
  mail: MailboxSettings["mail"],
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
