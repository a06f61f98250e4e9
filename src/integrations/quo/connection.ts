/** A tenant's phone systems: their lines, which aren't secret, and keys. */
import type { TenantDb } from "../../platform/db/index.ts";
import type { ConnectionKind } from "../connections/connection.ts";
import { quoSettingsSchema, type QuoSettings } from "./settings.ts";
import { listRows } from "../connections/rows.ts";

export const quoConnections: ConnectionKind<QuoSettings> = {
  vendor: "quo",
  settings: quoSettingsSchema,
  credentialField: "apiKey",
};

/** Enabled phone systems with their lines; no credential is decrypted. */
export async function listQuoConnections(
  db: TenantDb,
): Promise<{ id: string; label: string; lines: QuoSettings["lines"] }[]> {
  const rows = await listRows(db, quoConnections.vendor);
  return rows.map(({ id, label, settings }) => ({
    id,
    label,
    lines: quoSettingsSchema.safeParse(settings).data?.lines ?? [],
  }));
}

/** All lines of enabled connections; no credential is decrypted. */
export async function listLines(db: TenantDb): Promise<QuoSettings["lines"]> {
  return (await listQuoConnections(db)).flatMap(({ lines }) => lines);
}
