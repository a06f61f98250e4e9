/** Opens a tenant's account at a vendor. */
import { openConnection } from "./connections/index.ts";
import type { ConsentGrant } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { httpUntil, readOnlyHttp, type OutsideHttp } from "../kernel/outside-http.ts";
import { consentFormOf, LISTED, type ListedVendor } from "./connection-views.ts";
import type { Consented, Opening } from "./define-vendor.ts";
import { accessFor, type AccessDeps } from "./oauth/access.ts";
import { noticing } from "./suspicion.ts";
import type { AccountOf, VendorName, VendorVariable } from "./registry.ts";

/** What opening takes beside the vendor. */
export interface AccountDeps
  extends Omit<Opening<unknown>, "connection" | "consent" | "address">, AccessDeps {
  /** HTTP to an address that a team's own connection names, and to no other. */
  readonly httpTo: (baseUrl: string) => OutsideHttp;
}

/** The same for whoever may only read. */
export function readOnly(deps: AccountDeps): AccountDeps {
  const { http, httpTo } = deps;
  return { ...deps, http: readOnlyHttp(http), httpTo: (baseUrl) => readOnlyHttp(httpTo(baseUrl)) };
}

/** The same for whoever may change nothing after a time. */
export function accountUntil(deps: AccountDeps, deadlineMs = Infinity): AccountDeps {
  const { http, httpTo } = deps;
  return {
    ...deps,
    http: httpUntil(http, deadlineMs),
    httpTo: (baseUrl) => httpUntil(httpTo(baseUrl), deadlineMs),
  };
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
  const vendor = LISTED.find((one) => one.name === name);
  if (vendor === undefined) return null;
  const { db, masterKeys, addresses, clock, readBlob, readMail } = deps;
  const found = await openConnection(db, masterKeys, vendor.connections, connectionId);
  if (found === null) return null;
  const { grant, checkedAt, problem, ...stored } = found;
  const credential = grant === null ? stored.credential : await accessOf(deps, vendor, stored.id);
  const http = vendor.reaches === undefined ? deps.http : deps.httpTo(vendor.reaches(stored.settings));
  const address = (variable: string): string => addresses[variable as VendorVariable];
  const connection = { ...stored, credential };
  const consent = grant === null ? null : consentedBy(deps, vendor, stored.id, grant);
  const open = (by: OutsideHttp) =>
    vendor.open({ http: by, clock, readBlob, readMail, connection, consent, address });
  const check = async (by: OutsideHttp): Promise<void> => vendor.page?.check(open(by));
  const used = { id: stored.id, title: vendor.title, checkedAt, problem, check };
  return open(noticing(deps, http, used)) as AccountOf<Name>;
}

/** What the vendor is asked with: the key, or access that works for the next minutes. Null where it isn't connected. Throws as `openAccount`. */
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
    throw new AppError("not_configured", `${vendor.title} can’t be used by consent any more`);
  return accessFor(deps, { id, title: vendor.title, kind: vendor.connections, form }, refused);
}
