/** Opens a tenant's account at a vendor. */
import { openConnection, type ConnectionKind, type OpenConnection } from "../connections/index.ts";
import type { TenantDb } from "../db/index.ts";
import type { Opening } from "./define-vendor.ts";
import { VENDORS, type AccountOf, type VendorName, type VendorVariable } from "./registry.ts";

/** What opening takes beside the vendor. */
export interface AccountDeps extends Omit<Opening<unknown>, "connection" | "address"> {
  readonly db: TenantDb;
  readonly masterKeys: string;
  readonly addresses: Readonly<Record<VendorVariable, string>>;
}

/** A vendor whose types no longer matter: what it stored it reads. */
interface Opener {
  readonly connections: ConnectionKind<unknown>;
  open(opening: Opening<unknown>): unknown;
}

/**
 * The tenant's account of a vendor: by the oldest enabled connection, or by the one with this id if it is the tenant's. Null where there is none.
 * Throws AppError `not_configured` where its settings or credential cannot be used.
 */
export async function openAccount<Name extends VendorName>(
  deps: AccountDeps,
  name: Name,
  connectionId?: string,
): Promise<AccountOf<Name> | null> {
  const vendor = VENDORS.find((one) => one.name === name) as Opener | undefined;
  if (vendor === undefined) return null;
  const { db, masterKeys, addresses, ...world } = deps;
  const connection: OpenConnection<unknown> | null = await openConnection(
    db,
    masterKeys,
    vendor.connections,
    connectionId,
  );
  if (connection === null) return null;
  const address = (variable: string): string => addresses[variable as VendorVariable];
  return vendor.open({ ...world, connection, address }) as AccountOf<Name>;
}
