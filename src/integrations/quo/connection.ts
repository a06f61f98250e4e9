/** A tenant's phone systems: lines anybody may know, and the key for them. */
import type { TenantDb } from "../../platform/db/index.ts";
import type { ConnectionKind } from "../connections/connection.ts";
import { quoSettingsSchema, type QuoSettings } from "./settings.ts";
import { listRows } from "../connections/rows.ts";

export const quoConnections: ConnectionKind<QuoSettings> = {
  vendor: "quo",
  settings: quoSettingsSchema,
  credentialField: "apiKey",
};

/** The tenant's enabled phone systems with their lines; no credential is opened. */
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

/** The tenant's phone lines by all its enabled connections; no credential is opened. */
export async function listLines(db: TenantDb): Promise<QuoSettings["lines"]> {
  return (await listQuoConnections(db)).flatMap(({ lines }) => lines);
}
