/** Missing connections and capabilities, in user-facing words. */
import { listConnectionRows } from "./connections/index.ts";
import type { TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { consentFormOf, LISTED } from "./connection-views.ts";
import { allowedBy } from "./oauth/consent-form.ts";
import { vendorOf } from "../platform/vendors.ts";
import type { VendorName } from "./registry.ts";

/** Names the first of several. */
export function notConnected(names: readonly VendorName[]): string {
  const [title = "This service"] = names.map((name) => vendorOf(name).title);
  return `${title} isn't connected. An admin can connect it in Settings.`;
}

/** Throws `not_configured` if a capability isn't granted. Without a capability, nothing is required. */
export async function requireAllowed(db: TenantDb, name: VendorName, capability?: string): Promise<void> {
  const lack = capability === undefined ? null : await lackOf(db, name, capability);
  if (lack !== null) throw new AppError("not_configured", lack);
}

/** Why a capability (`ConsentCapability`) isn't available; null if it is. Key connections aren't limited by capabilities. */
export async function lackOf(
  db: TenantDb,
  name: VendorName,
  capability: string,
  connectionId?: string,
): Promise<string | null> {
  const vendor = LISTED.find((one) => one.name === name);
  const form = vendor === undefined ? null : consentFormOf(vendor);
  const wanted = form?.grants?.find((one) => one.name === capability);
  if (vendor === undefined || form === null || wanted === undefined) return null;
  const rows = await listConnectionRows(db, [name]);
  const row = connectionId === undefined ? rows[0] : rows.find(({ id }) => id === connectionId);
  const scopes = row?.grant?.scopes;
  if (scopes === undefined || allowedBy(form, scopes).includes(wanted)) return null;
  return `Steward isn't allowed to do that in ${vendor.title} yet. An admin can allow it: Settings → Connections → Allow ${wanted.label}.`;
}
