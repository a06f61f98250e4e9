/**
 * Connecting with OAuth: an admin goes to the vendor and returns with a code, which is exchanged here. A consent belongs to one team,
 * user and session and is used once. Nothing from the callback URL is displayed or followed.
 */
import {
  beginConsent,
  forgetConsent,
  keepConsent,
  listConnectionRows,
  MAIL_VENDORS,
  takeConsent,
  writeTokens,
  type ConsentOwner,
  type ConsentTokens,
} from "../connections/index.ts";
import type { ConsentGrant } from "../../platform/db/index.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { consentFormOf, LISTED, rivalOf, usesOperatorsKey, type ListedVendor } from "../connection-views.ts";
import type { ConnectionPagesDeps } from "../manage-connections.ts";
import type { VendorVariable } from "../registry.ts";
import { allowedBy, type ConsentForm } from "./consent-form.ts";
import { authorizeRequest, exchangeCode, serverOf, type OAuthWorld } from "./protocol.ts";

/** The consent ID for choosing what is used, or why there is none. */
export type ConsentOutcome =
  | { readonly kind: "granted"; readonly consentId: string }
  | { readonly kind: "denied" | "expired" | "refused" | "unreachable" };

/**
 * The authorize URL: requests the initial scopes, those granted before, and the capability `allow`, if given. Throws `not_found` if this
 * vendor can't be connected with OAuth here or has no such capability.
 */
export async function startConsent(
  deps: ConnectionPagesDeps,
  name: string,
  owner: ConsentOwner,
  allow: string | null = null,
): Promise<{ readonly url: string }> {
  const { vendor, form, world } = consentable(deps, name);
  const row = (await listConnectionRows(deps.db, [name])).at(0);
  mustNotReplaceOperatorsKey(vendor, row);
  await mustBeOnlyMailbox(deps, vendor);
  const before = row?.grant ?? null;
  const scopes = scopesFor(form, before, allow);
  const redirectUri = returnUrl(deps, name);
  const { url, state, verifier } = await authorizeRequest(world.server, world.client, {
    redirectUri,
    scopes,
    before: before?.account ?? null,
  });
  const begun = { ...owner, id: deps.ids.newId(), vendor: vendor.name, state, verifier, scopes };
  await beginConsent(deps.db, deps.masterKeys, begun, deps.clock.now());
  return { url };
}

/** Throws `invalid_request` if a sign-in would replace a key that only the operator can restore. */
export function mustNotReplaceOperatorsKey(
  vendor: ListedVendor,
  row: Parameters<typeof usesOperatorsKey>[1],
): void {
  if (usesOperatorsKey(vendor, row))
    throw new AppError(
      "invalid_request",
      `Disconnect ${vendor.title} first: it uses a key of this deployment.`,
    );
}

/** Throws `invalid_request` if the team's e-mail is connected through another vendor. */
export async function mustBeOnlyMailbox({ db }: ConnectionPagesDeps, vendor: ListedVendor): Promise<void> {
  const rival = rivalOf(vendor, await listConnectionRows(db, MAIL_VENDORS));
  if (rival !== null) throw new AppError("invalid_request", rival);
}

/** Requests whole capabilities: stray scopes the account happened to have aren't requested again. */
function scopesFor(form: ConsentForm<string>, before: ConsentGrant | null, allow: string | null): string[] {
  const wanted = form.grants?.find(({ name }) => name === allow);
  if (allow !== null && wanted === undefined) throw new AppError("not_found", "That can’t be allowed.");
  const capabilities = [...allowedBy(form, before?.scopes ?? []), ...(wanted === undefined ? [] : [wanted])];
  return [...new Set([...form.scopes, ...capabilities.flatMap(({ scopes }) => scopes)])];
}

/** Handles the callback from a vendor. Throws `not_found` if this vendor can't be connected with OAuth here. */
export async function finishConsent(
  deps: ConnectionPagesDeps,
  name: string,
  params: URLSearchParams,
  owner: ConsentOwner,
): Promise<ConsentOutcome> {
  const { vendor, form, world } = consentable(deps, name);
  const state = params.get("state") ?? "";
  const came = { ...owner, vendor: vendor.name, state };
  const taken = state === "" ? null : await takeConsent(deps.db, deps.masterKeys, came, deps.clock.now());
  if (taken === null) return { kind: "expired" };
  const { id: consentId, verifier } = taken;
  try {
    const redirectUri = returnUrl(deps, name);
    const answer = await exchangeCode(world, { params, state, verifier, redirectUri });
    if (answer.kind === "refused") {
      await forgetConsent(deps.db, consentId);
      return { kind: answer.code === "access_denied" ? "denied" : "refused" };
    }
    // Access that expires and can't be renewed is unusable.
    if (answer.tokens.expiresAtMs !== null && answer.tokens.refresh === null) {
      await forgetConsent(deps.db, consentId);
      return { kind: "refused" };
    }
    await saveConsent(deps, form, consentId, answer.tokens, answer.scopes ?? taken.scopes);
    return { kind: "granted", consentId };
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    await forgetConsent(deps.db, consentId);
    return { kind: "unreachable" };
  }
}

async function saveConsent(
  deps: ConnectionPagesDeps,
  form: ConsentForm<string>,
  id: string,
  tokens: ConsentTokens,
  scopes: readonly string[],
): Promise<void> {
  const { http, clock } = deps;
  const account = await form.whoIs({ access: tokens.access, address: addressIn(deps), http, clock });
  const kept = { id, credential: writeTokens(tokens), grant: { account, scopes } };
  await keepConsent(deps.db, deps.masterKeys, kept, clock.now());
}

function consentable(deps: ConnectionPagesDeps, name: string) {
  const vendor = LISTED.find((one) => one.name === name);
  const form = vendor === undefined ? null : consentFormOf(vendor);
  const client = deps.consent.clients[name];
  if (vendor === undefined || form === null || client === undefined)
    throw new AppError("not_found", "That can’t be connected this way.");
  const address = addressIn(deps);
  const server = serverOf(vendor.name, form, address);
  const world: OAuthWorld = { server, client, http: deps.http, clock: deps.clock };
  return { vendor: vendor satisfies ListedVendor, form, world };
}

/** The callback URL: a separate one per vendor to prevent mix-up attacks (RFC 9700 section 4.4). */
function returnUrl({ appUrl }: ConnectionPagesDeps, vendor: string): string {
  return `${appUrl}/api/connections/${vendor}/callback`;
}

function addressIn({ addresses }: ConnectionPagesDeps) {
  return (variable: string): string => addresses[variable as VendorVariable];
}
