/** A tenant's accounts at vendors, ready to use. */
import type { Texting } from "./connections/index.ts";
import { contactBook } from "../messaging/contacts/index.ts";
import { tenantDb } from "../platform/db/index.ts";
import { openAccount, type AccountDeps } from "./open-account.ts";
import { pageOfContacts, quoTexting } from "./quo/read.ts";
import { vendorAddresses, type AccountOf, type VendorName } from "./registry.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { mailReader } from "../platform/wiring/code.ts";
import { consentWorld } from "./wiring/consent-world.ts";
import { outsideHttp, ownServiceHttp } from "../platform/wiring/outside.ts";

/** What accounts of a tenant are opened with. */
export function accountDeps(env: Env, tenantId: string): AccountDeps {
  return {
    db: tenantDb(env, tenantId),
    masterKeys: env.MASTER_KEYS,
    addresses: vendorAddresses(env),
    http: outsideHttp(env, tenantId),
    httpTo: ownServiceHttp(env, tenantId),
    clock: systemClock,
    readBlob: (sha256) => fileBlobs(env.FILES, tenantId).get(sha256),
    readMail: mailReader(env),
    consent: consentWorld(env, tenantId),
  };
}

/** The tenant's account of a vendor, or the one of this connection if it is the tenant's; null where there is none. Throws `not_configured`. */
export function findAccount<Name extends VendorName>(
  env: Env,
  tenantId: string,
  vendor: Name,
  connectionId?: string,
): Promise<AccountOf<Name> | null> {
  return openAccount(accountDeps(env, tenantId), vendor, connectionId);
}

/** The tenant's phone system with its contacts; null where there is none. */
export async function findTexting(env: Env, tenantId: string): Promise<Texting | null> {
  const account = await findAccount(env, tenantId, "quo");
  if (account === null) return null;
  const contacts = contactBook({
    db: tenantDb(env, tenantId),
    clock: systemClock,
    connectionId: account.connection.id,
    page: (after) => pageOfContacts(account, after),
  });
  return quoTexting(account, contacts);
}

/** The same. Throws AppError `not_configured` where there is none. */
export async function openTexting(env: Env, tenantId: string): Promise<Texting> {
  const texting = await findTexting(env, tenantId);
  if (texting === null)
    throw new AppError("not_configured", "No phone system is connected yet. An admin can connect one.");
  return texting;
}
