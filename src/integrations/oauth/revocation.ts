/**
 * Giving access back to a vendor: when it is disconnected, when another consent or a key takes its place, and when a consent became no connection. What the vendor doesn't confirm is said in
 * words and stops nothing: here the access is deleted either way.
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

/** So long it is tried to give back what a vendor that is away didn't take. */
const TRIED_MS = 3 * 24 * 3600_000;

/** Somebody came back from a vendor and thought better of it. Hands back what they have to know. Safe to repeat. */
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

/** Gives back what nobody chose anything for in time. A vendor that is away is asked again at the next call, for some days. */
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

/** Whether a connection, here or of another team, or somebody who is about to choose, lives on what giving this back would end. */
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

/** Gives it back. Hands back what somebody has to know of it, in words; null where there is nothing. */
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

/** Gives tokens back. Hands back what came of it. */
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
