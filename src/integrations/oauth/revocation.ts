/**
 * Revokes access at the vendor: on disconnect, when another consent or key replaces it, and when a consent never became a connection.
 * Best effort: a failure yields a notice and stops nothing, and our copy is deleted either way.
 */
import {
  findTokens,
  forgetConsent,
  isAwaited,
  listConnectionRows,
  listUnused,
  readTokens,
  takeUnused,
  type ConsentOwner,
  type ConsentTokens,
} from "../connections/index.ts";
import type { ConsentGrant } from "../../platform/db/index.ts";
import { msOf } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { consentFormOf, LISTED, type ListedVendor } from "../connection-views.ts";
import type { ConnectionPagesDeps } from "../manage-connections.ts";
import type { VendorVariable } from "../registry.ts";

/** Access to be revoked. Holds secrets: never log it. */
export interface OldAccess {
  readonly tokens: ConsentTokens;
  readonly accountId: string;
}

/** A connection's access; null if connected by key, or if it has ended. */
export async function oldAccess(
  { db, masterKeys }: ConnectionPagesDeps,
  vendor: ListedVendor,
  row: { readonly id: string; readonly grant: ConsentGrant | null } | undefined,
): Promise<OldAccess | null> {
  if (row === undefined || row.grant === null) return null;
  // Access that can't be decrypted can't be revoked; that must not block disconnecting.
  const found = await findTokens(db, masterKeys, vendor.connections, row.id).catch(() => null);
  if (found === null || found.problem === "ended") return null;
  return { tokens: found.tokens, accountId: row.grant.account.id };
}

/** Keep retrying for this long while the vendor is unavailable. */
const TRIED_MS = 3 * 24 * 3600_000;

/** Cancels a consent. Returns a notice for the admin, if any. Idempotent. */
export async function endConsent(
  deps: ConnectionPagesDeps,
  name: string,
  id: string,
  owner: ConsentOwner,
): Promise<{ readonly notice: string | null }> {
  const taken = await takeUnused(deps.db, deps.masterKeys, { ...owner, id, vendor: name });
  const vendor = LISTED.find((one) => one.name === name);
  if (taken === null || vendor === undefined) return { notice: null };
  const old = { tokens: readTokens(taken.credential), accountId: taken.grant.account.id };
  return { notice: (await isInUse(deps, vendor, old)) ? null : await giveBack(deps, vendor, old) };
}

/** Revokes expired, unused consents. Unavailable vendors are retried at the next call, for some days. */
export async function endUnused(deps: ConnectionPagesDeps): Promise<void> {
  const nowMs = deps.clock.now();
  const unused = await listUnused(deps.db, deps.masterKeys, nowMs);
  for (const { id, vendor: name, credential, grant, expiresAt } of unused) {
    const vendor = LISTED.find((one) => one.name === name);
    const old = { tokens: readTokens(credential), accountId: grant.account.id };
    const isOver = nowMs - msOf(expiresAt) > TRIED_MS;
    const isBack =
      vendor === undefined ||
      (await isInUse(deps, vendor, old)) ||
      (await revoked(deps, vendor, old.tokens)) !== "unconfirmed";
    if (isBack || isOver) await forgetConsent(deps.db, id);
  }
}

/** Whether another connection (in any team) or a pending consent depends on access that this revocation would end. */
async function isInUse(
  { db, clock, isTaken }: ConnectionPagesDeps,
  vendor: ListedVendor,
  { accountId }: OldAccess,
): Promise<boolean> {
  if (consentFormOf(vendor)?.sharesAccess !== true) return false;
  const row = (await listConnectionRows(db, [vendor.name])).at(0);
  return (
    row?.grant?.account.id === accountId ||
    (await isAwaited(db, vendor.name, accountId, clock.now())) ||
    isTaken(vendor.name, accountId)
  );
}

/** Revokes access. Returns a notice for the admin, or null. */
export async function giveBack(
  deps: ConnectionPagesDeps,
  vendor: ListedVendor,
  { tokens }: OldAccess,
): Promise<string | null> {
  const { title } = vendor;
  switch (await revoked(deps, vendor, tokens)) {
    case "revoked":
      return null;
    case "no_way":
      return `Steward deleted its access. ${title} still lists Steward among the apps you allowed; you can remove it there.`;
    case "unconfirmed":
      return `Steward deleted its access, but ${title} didn’t confirm that it has ended. Remove Steward from the apps you allowed there.`;
  }
}

/** Revokes tokens and returns the outcome. */
async function revoked(
  { addresses, http, clock, consent }: ConnectionPagesDeps,
  vendor: ListedVendor,
  tokens: ConsentTokens,
): Promise<"revoked" | "no_way" | "unconfirmed"> {
  const form = consentFormOf(vendor);
  const client = consent.clients[vendor.name];
  if (form?.revoke === undefined || client === undefined) return "no_way";
  const address = (variable: string): string => addresses[variable as VendorVariable];
  try {
    await form.revoke({ tokens, client, address, http, clock });
    return "revoked";
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    return "unconfirmed";
  }
}
