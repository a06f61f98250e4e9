/**
 * Access tokens of OAuth connections. A token is renewed before it expires, by one caller at a time across all isolates
 * (`connections/renewal.ts`); others use the current token or wait. Once the vendor has rejected the access, no renewal is tried until
 * someone reconnects.
 */
import {
  endAccess,
  findTokens,
  keepRenewed,
  pauseLease,
  takeLease,
  type ConnectionKind,
  type ConsentTokens,
  type StoredTokens,
} from "../connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { VendorVariable } from "../registry.ts";
import type { OAuthClients } from "./clients.ts";
import type { ConsentForm } from "./consent-form.ts";
import { renewAccess, serverOf, type Exchanged, type OAuthWorld } from "./protocol.ts";

export interface AccessDeps {
  readonly db: TenantDb;
  readonly masterKeys: string;
  readonly addresses: Readonly<Record<VendorVariable, string>>;
  readonly clock: Clock;
  readonly consent: {
    readonly clients: OAuthClients;
    /** Used for token exchanges even in read-only contexts: they don't change the account. */
    readonly http: OutsideHttp;
    readonly newId: () => string;
    readonly sleep: (ms: number) => Promise<void>;
    /** Notifies the admins once. Never throws. */
    readonly alert: (alert: ConnectionAlert) => Promise<void>;
  };
}

/** A connection alert for admins. Contains only our own words. */
export interface ConnectionAlert {
  readonly code: string;
  readonly once: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

interface AccessOf {
  readonly id: string;
  readonly title: string;
  readonly kind: Pick<ConnectionKind<unknown>, "vendor" | "credentialField">;
  readonly form: ConsentForm<string>;
}

/** Renew this long before expiry: longer than any work done with one opened account. */
const MARGIN_MS = 5 * 60_000;
/** A token with less time left is not worth using. */
const LEAST_MS = 10_000;
/** How long to wait for another caller's renewal. */
const WAIT_MS = 25_000;
const LOOK_MS = 250;
/** Pause after a vendor didn't respond. */
const PAUSE_MS = 5_000;
/** Vendors rotate refresh tokens, so a lost write loses access: retry it this often. */
const WRITE_TRIES = 4;

/**
 * Returns an access token valid for the next minutes, never the `refused` one (which the vendor rejected early). Throws `not_configured`
 * if someone has to reconnect, IntegrationError if the vendor is unavailable.
 */
export async function accessFor(deps: AccessDeps, of: AccessOf, refused?: string): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const stored = await findTokens(deps.db, deps.masterKeys, of.kind, of.id);
    if (stored === null || stored.problem === "ended") throw gone(of);
    const { tokens } = stored;
    const leftMs = tokens.access === refused ? 0 : leftOf(tokens, deps.clock.now());
    if (leftMs > MARGIN_MS || tokens.refresh === null) return tokens.access;
    const leaseId = deps.consent.newId();
    const lease = { connectionId: of.id, leaseId };
    if (await takeLease(deps.db, { ...lease, sealed: stored.sealed }, deps.clock.now()))
      return renewed(deps, of, stored, { ...lease, leftMs });
    if (leftMs > LEAST_MS) return tokens.access;
    if (waitedMs >= WAIT_MS) throw away(of);
    await deps.consent.sleep(LOOK_MS);
  }
}

interface Lease {
  readonly connectionId: string;
  readonly leaseId: string;
  /** Remaining validity of the current token. */
  readonly leftMs: number;
}

async function renewed(
  deps: AccessDeps,
  of: AccessOf,
  { tokens }: StoredTokens,
  { leftMs, ...lease }: Lease,
): Promise<string> {
  let answer: Exchanged;
  try {
    answer = await renewAccess(worldOf(deps, of), tokens.refresh ?? "");
  } catch (error) {
    await pauseLease(deps.db, lease, deps.clock.now() + PAUSE_MS);
    if (error instanceof IntegrationError && leftMs > LEAST_MS) return tokens.access;
    throw error;
  }
  if (answer.kind === "tokens") {
    // A server that doesn't rotate refresh tokens omits it (RFC 6749 section 6).
    const next = { ...answer.tokens, refresh: answer.tokens.refresh ?? tokens.refresh };
    await written(() =>
      keepRenewed(deps.db, deps.masterKeys, { ...lease, field: of.kind.credentialField, tokens: next }),
    );
    return next.access;
  }
  if (answer.code !== "invalid_grant") {
    await pauseLease(deps.db, lease, deps.clock.now() + PAUSE_MS);
    if (leftMs > LEAST_MS) return tokens.access;
    throw new AppError("not_configured", `${of.title} didn’t renew Steward’s access. ${ASK_ADMIN}`);
  }
  if (await endAccess(deps.db, lease, deps.clock.now())) await deps.consent.alert(endedAlert(of));
  throw gone(of);
}

async function written(write: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await write();
      return;
    } catch (error) {
      if (tries >= WRITE_TRIES) throw error;
    }
  }
}

function leftOf({ expiresAtMs }: ConsentTokens, nowMs: number): number {
  return expiresAtMs === null ? Infinity : expiresAtMs - nowMs;
}

function worldOf({ addresses, clock, consent }: AccessDeps, { form, kind }: AccessOf): OAuthWorld {
  const client = consent.clients[kind.vendor];
  if (client === undefined)
    throw new AppError("not_configured", "This deployment is no longer registered with that service.");
  const address = (variable: string): string => addresses[variable as VendorVariable];
  return { server: serverOf(kind.vendor, form, address), client, http: consent.http, clock };
}

const ASK_ADMIN = "An admin can connect it again under Settings → Connections.";

function gone({ title }: AccessOf): AppError {
  return new AppError("not_configured", `Steward’s access to ${title} has ended. ${ASK_ADMIN}`);
}

function away({ kind, title }: AccessOf): IntegrationError {
  return new IntegrationError(kind.vendor, `${title} hasn’t renewed Steward’s access yet`, {
    outcome: "not_applied",
    status: 503,
    retryAfterMs: PAUSE_MS,
  });
}

function endedAlert({ id, title }: AccessOf): ConnectionAlert {
  return {
    code: "connection_broken",
    once: `${id}:ended`,
    title: `${title} needs to be connected again`,
    body: `${title} no longer accepts Steward’s access. Connect it again under Settings → Connections.`,
    path: "/settings/connections",
  };
}
