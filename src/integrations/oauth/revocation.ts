/**
 * Giving access back to a vendor: when it is disconnected, and when another consent or a key takes its place. What the vendor doesn't confirm is said in
 * words and stops nothing: here the access is deleted either way.
 */
import { findTokens, type ConsentTokens } from "../../connections/index.ts";
import type { ConsentGrant } from "../../db/index.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { consentFormOf, type ListedVendor } from "../connection-views.ts";
import type { ConnectionPagesDeps } from "../manage-connections.ts";
import type { VendorVariable } from "../registry.ts";

/** Access that is about to go. Holds secrets: never log it. */
export interface OldAccess {
  readonly tokens: ConsentTokens;
  readonly accountId: string;
}

/** The access a connection is used by; null where that is a key, or has ended. */
export async function oldAccess(
  { db, masterKeys }: ConnectionPagesDeps,
  vendor: ListedVendor,
  row: { readonly id: string; readonly grant: ConsentGrant | null } | undefined,
): Promise<OldAccess | null> {
  if (row === undefined || row.grant === null) return null;
  // What can't be opened can't be given back, and keeps nobody connected.
  const found = await findTokens(db, masterKeys, vendor.connections, row.id).catch(() => null);
  if (found === null || found.problem === "ended") return null;
  return { tokens: found.tokens, accountId: row.grant.account.id };
}

/** Gives it back. Hands back what somebody has to know of it, in words; null where there is nothing. */
export async function giveBack(
  { addresses, http, clock, consent }: ConnectionPagesDeps,
  vendor: ListedVendor,
  { tokens }: OldAccess,
): Promise<string | null> {
  const form = consentFormOf(vendor);
  const client = consent.clients[vendor.name];
  const { title } = vendor;
  if (form?.revoke === undefined || client === undefined)
    return `Steward deleted its access. ${title} still lists Steward among the apps you allowed; you can remove it there.`;
  const address = (variable: string): string => addresses[variable as VendorVariable];
  try {
    await form.revoke({ tokens, client, address, http, clock });
    return null;
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    return `Steward deleted its access, but ${title} didn’t confirm that it has ended. Remove Steward from the apps you allowed there.`;
  }
}
