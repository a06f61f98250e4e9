import { openConnection } from "./connections/index.ts";
import type { ConsentGrant } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { httpUntil, readOnlyHttp, type OutsideHttp } from "../kernel/outside-http.ts";
import { consentFormOf, LISTED, type ListedVendor } from "./connection-views.ts";
import type { Consented, Opening } from "./define-vendor.ts";
import { accessFor, type AccessDeps } from "./oauth/access.ts";
import { noticing } from "./suspicion.ts";
import { listOf, type AccountOf, type OneOf } from "../platform/vendors.ts";
import type { VendorName, VendorVariable } from "./registry.ts";

export interface AccountDeps
  extends Omit<Opening<unknown>, "connection" | "consent" | "address">, AccessDeps {
  /** HTTP restricted to the base URL in a team's own connection. */
  readonly httpTo: (baseUrl: string) => OutsideHttp;
}

/** A read-only variant. */
export function readOnly(deps: AccountDeps): AccountDeps {
  const { http, httpTo } = deps;
  return { ...deps, http: readOnlyHttp(http), httpTo: (baseUrl) => readOnlyHttp(httpTo(baseUrl)) };
}

/** A variant that blocks writes after a deadline. */
export function accountUntil(deps: AccountDeps, deadlineMs = Infinity): AccountDeps {
  const { http, httpTo } = deps;
  return {
    ...deps,
    http: httpUntil(http, deadlineMs),
    httpTo: (baseUrl) => httpUntil(httpTo(baseUrl), deadlineMs),
  };
}

/**
 * The tenant's account at a vendor (or at the first of several), by the oldest enabled connection or the one with this ID (if it is the tenant's). Null if none.
 * Throws AppError `not_configured` if its settings or credential can't be used.
 */
export async function openAccount<Name extends VendorName>(
  deps: AccountDeps,
  names: OneOf<Name>,
  connectionId?: string,
): Promise<AccountOf<Name> | null> {
  for (const name of listOf(names)) {
    const account = await openOne(deps, name, connectionId);
    if (account !== null) return account;
  }
  return null;
}

async function openOne<Name extends VendorName>(
  deps: AccountDeps,
  name: Name,
  connectionId?: string,
): Promise<AccountOf<Name> | null> {
  const vendor = LISTED.find((one) => one.name === name);
  if (vendor === undefined) return null;
  const { db, masterKeys, addresses, clock, readBlob, formats } = deps;
  const found = await openConnection(db, masterKeys, vendor.connections, connectionId);
  if (found === null) return null;
  const { grant, checkedAt, problem, ...stored } = found;
  const credential = grant === null ? stored.credential : await accessOf(deps, vendor, stored.id);
  const http = vendor.reaches === undefined ? deps.http : deps.httpTo(vendor.reaches(stored.settings));
  const address = (variable: string): string => addresses[variable as VendorVariable];
  const connection = { ...stored, credential };
  const consent = grant === null ? null : consentedBy(deps, vendor, stored.id, grant);
  const open = (by: OutsideHttp) =>
    vendor.open({ http: by, clock, readBlob, formats, connection, consent, address });
  const check = async (by: OutsideHttp): Promise<void> => vendor.page?.check(open(by));
  const used = { id: stored.id, title: vendor.title, checkedAt, problem, check };
  return open(noticing(deps, http, used)) as AccountOf<Name>;
}

/** The key, or an access token valid for the next minutes. Null if not connected. Throws like `openAccount`. */
export async function usableCredential(
  deps: AccountDeps,
  vendor: ListedVendor,
  connectionId: string,
): Promise<string | null> {
  const found = await openConnection(deps.db, deps.masterKeys, vendor.connections, connectionId);
  if (found === null) return null;
  return found.grant === null ? found.credential : accessOf(deps, vendor, found.id);
}

function consentedBy(
  deps: AccountDeps,
  vendor: ListedVendor,
  id: string,
  { scopes }: ConsentGrant,
): Consented {
  return { scopes, renewed: (refused) => accessOf(deps, vendor, id, refused) };
}

async function accessOf(
  deps: AccountDeps,
  vendor: ListedVendor,
  id: string,
  refused?: string,
): Promise<string> {
  const form = consentFormOf(vendor);
  if (form === null)
    throw new AppError("not_configured", `${vendor.title} can no longer be connected by signing in`);
  return accessFor(deps, { id, title: vendor.title, kind: vendor.connections, form }, refused);
}
