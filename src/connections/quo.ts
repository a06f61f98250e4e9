/** A tenant's phone systems: lines anybody may know, and the key for them. */
import type { TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { quoSettingsSchema, type QuoSettings } from "./quo-settings.ts";
import { findRow, listRows, openedCredential } from "./rows.ts";

/** Field the key is sealed for. */
const FIELD = "apiKey";
const VENDOR = "quo";

/** A Quo connection ready for use. Holds a secret: never log or store it. */
export interface QuoConnection {
  readonly id: string;
  readonly tenantId: string;
  readonly label: string;
  readonly settings: QuoSettings;
  readonly apiKey: string;
}

/** The tenant's oldest enabled connection, or the one with this id; null where there is none. Throws `not_configured`. */
export async function findQuoConnection(
  db: TenantDb,
  masterKeys: string,
  connectionId?: string,
): Promise<QuoConnection | null> {
  const row = await findRow(db, VENDOR, connectionId);
  if (row === null) return null;
  const settings = quoSettingsSchema.safeParse(row.settings);
  if (!settings.success) {
    throw new AppError("not_configured", `The settings of connection ${row.id} are not usable`, {
      cause: settings.error,
    });
  }
  const apiKey = await openedCredential(db, masterKeys, row, FIELD);
  return { id: row.id, tenantId: db.tenantId, label: row.label, settings: settings.data, apiKey };
}

/** The tenant's enabled phone systems with their lines; no credential is opened. */
export async function listQuoConnections(
  db: TenantDb,
): Promise<{ id: string; label: string; lines: QuoSettings["lines"] }[]> {
  const rows = await listRows(db, VENDOR);
  return rows.map(({ id, label, settings }) => ({
    id,
    label,
    lines: quoSettingsSchema.safeParse(settings).data?.lines ?? [],
  }));
}

/** The tenant's phone lines by all its enabled connections; no credential is opened. */
export async function listLines(db: TenantDb): Promise<QuoSettings["lines"]> {
  return (await listQuoConnections(db)).flatMap(({ lines }) => lines);
}
