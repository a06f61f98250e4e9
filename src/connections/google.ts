/** A tenant's Google connection: a service account that may act for the people of its allow-list, and for nobody else. */
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { connections, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { readGoogleSettings, type GoogleSettings } from "./google-settings.ts";
import { findRow, openedCredential, type ConnectionRow } from "./rows.ts";

/** Field the service account's JSON is sealed for. */
const FIELD = "serviceAccount";
const VENDOR = "google";

const serviceAccountSchema = z.object({
  client_email: z.email(),
  private_key: z.string().includes("PRIVATE KEY"),
});

/** A connection as pages see it: nothing secret was opened. */
export interface GoogleConnectionInfo {
  readonly id: string;
  readonly tenantId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly settings: GoogleSettings;
}

/** A connection ready for use. Holds a secret: never log or store it. */
export interface GoogleConnection extends GoogleConnectionInfo {
  readonly clientEmail: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/** The tenant's oldest enabled connection, or the one with this id; null where there is none. Throws `not_configured`. */
export async function findGoogleInfo(
  db: TenantDb,
  connectionId?: string,
): Promise<GoogleConnectionInfo | null> {
  const row = await findRow(db, VENDOR, connectionId);
  return row === null ? null : infoOf(row);
}

/** The same with its key. What is sealed under an older master key is sealed anew. Throws `not_configured`. */
export async function findGoogleConnection(
  db: TenantDb,
  masterKeys: string,
  connectionId?: string,
): Promise<GoogleConnection | null> {
  const row = await findRow(db, VENDOR, connectionId);
  if (row === null) return null;
  const info = infoOf(row);
  const opened = await openedCredential(db, masterKeys, row, FIELD);
  const account = serviceAccountSchema.safeParse(parseJson(opened));
  if (!account.success) throw notUsable(row, "The service account of");
  return { ...info, clientEmail: account.data.client_email, privateKey: account.data.private_key };
}

/** Replaces the tenant's own settings if nobody else did since `version`; false where somebody was faster. The allow-list stays. */
export async function saveMailSettings(
  db: TenantDb,
  info: GoogleConnectionInfo,
  mail: GoogleSettings["mail"],
): Promise<boolean> {
  const { mailboxes, version } = info.settings;
  const unchanged = and(
    eq(connections.id, info.id),
    sql`coalesce(json_extract(${connections.settings}, '$.version'), 0) = ${version}`,
  );
  const saved: unknown = await db
    .update(connections, { settings: { mailboxes, mail, version: version + 1 } }, unchanged ?? sql`false`)
    .returning();
  return Array.isArray(saved) && saved.length > 0;
}

function infoOf(row: ConnectionRow): GoogleConnectionInfo {
  try {
    const { id, tenantId, label, createdAt } = row;
    return { id, tenantId, label, createdAt, settings: readGoogleSettings(row.settings) };
  } catch (cause) {
    throw notUsable(row, "The settings of", cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function notUsable(row: ConnectionRow, what: string, cause?: unknown): AppError {
  return new AppError("not_configured", `${what} connection ${row.id} cannot be used`, { cause });
}
