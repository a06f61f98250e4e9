/** Opens a tenant's accounts at vendors. */
import { disconnectNext, type ConnectionPagesDeps } from "./manage-connections.ts";
import type { ContactBook, Texting } from "./connections/index.ts";
import { contactBook } from "../messaging/contacts/index.ts";
import { openAccount, type AccountDeps, readOnly } from "./open-account.ts";
import { pageOfContacts, quoTexting } from "./quo/read.ts";
import { listOf, type AccountOf, type OneOf } from "../platform/vendors.ts";
import { vendorAddresses, type VendorName } from "./registry.ts";
import { AppError } from "../kernel/errors.ts";
import type { TenantContext } from "../platform/context.ts";
import { STEWARD } from "../platform/audit/index.ts";
import { notifier } from "../platform/notifier.ts";
import { oauthClients } from "./oauth/clients.ts";
import { notConnected, requireAllowed } from "./allowance.ts";
import type { Tenant } from "../agent/tools/tenant.ts";
import { pause } from "../kernel/time-limit.ts";

export function accountDeps(ctx: TenantContext): AccountDeps {
  return {
    db: ctx.db,
    masterKeys: ctx.config.masterKeys,
    addresses: vendorAddresses(ctx.config.vendorVariables),
    http: ctx.outside(),
    httpTo: ctx.ownService(),
    clock: ctx.clock,
    readBlob: (sha256) => ctx.files.blobs.get(sha256),
    formats: ctx.code,
    consent: consentWorld(ctx),
  };
}

export { LISTED } from "./connection-views.ts";

/** The tenant's account at a vendor, or the one of this connection if it is the tenant's; null if none. Throws `not_configured`. */
export function findAccount<Name extends VendorName>(
  ctx: TenantContext,
  vendor: OneOf<Name>,
  connectionId?: string,
): Promise<AccountOf<Name> | null> {
  return openAccount(accountDeps(ctx), vendor, connectionId);
}

/** The tenant's phone system with its contacts; null if none. */
export async function findTexting(ctx: TenantContext): Promise<Texting | null> {
  const account = await findAccount(ctx, "quo");
  if (account === null) return null;
  const contacts = contactBook({
    db: ctx.db,
    clock: ctx.clock,
    connectionId: account.connection.id,
    page: (after) => pageOfContacts(account, after),
  });
  return quoTexting(account, contacts);
}

/** The tenant's contacts, without a phone system only its own. */
export async function openContacts(ctx: TenantContext): Promise<ContactBook> {
  return (await findTexting(ctx))?.contacts ?? contactBook({ db: ctx.db });
}

/** Throws AppError `not_configured` if none is connected. */
export async function openTexting(ctx: TenantContext): Promise<Texting> {
  const texting = await findTexting(ctx);
  if (texting === null)
    throw new AppError("not_configured", "No phone system is connected yet. An admin can connect one.");
  return texting;
}

/** What the use cases of the page are given. Cheap. */
export function connectionPagesDeps(ctx: TenantContext): ConnectionPagesDeps {
  return {
    ...accountDeps(ctx),
    ids: ctx.ids,
    appUrl: ctx.config.appUrl,
    // Zero is older than any version: the clock gives the team its regular work anew.
    isTaken: async (vendor, accountId) =>
      (await ctx.deployment.system.listConsented(vendor, accountId)).some(
        (one) => one.tenantId !== ctx.tenantId,
      ),
    jobsChanged: () => ctx.deployment.system.noteJobs(ctx.tenantId, 0),
  };
}

/** Disconnects one of the services of a team that is being deleted. Returns false if none is left. */
export function endConnection(ctx: TenantContext): Promise<boolean> {
  return disconnectNext(connectionPagesDeps(ctx), STEWARD);
}

function consentWorld(ctx: TenantContext): AccountDeps["consent"] {
  return {
    clients: oauthClients(ctx.config.vendorVariables),
    http: ctx.outside(),
    newId: () => ctx.ids.newId(),
    sleep: pause,
    alert: (alert) => notifier(ctx).alertAdmins(alert),
  };
}

/** The returned function throws `not_configured` if the vendor isn't connected. */
export function openedAccounts(ctx: TenantContext): Tenant["account"] {
  const deps = accountDeps(ctx);
  return async (vendor, capability) => {
    const found = await openAccount(readOnly(deps), vendor);
    const vendors = listOf(vendor);
    for (const one of vendors) await requireAllowed(deps.db, one, capability);
    if (found !== null) return found;
    throw new AppError("not_configured", notConnected(vendors));
  };
}
