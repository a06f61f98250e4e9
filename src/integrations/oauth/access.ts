/**
 * The access a connection made by consent is used with. It is renewed before it ends, by one caller at a time in all isolates (`connections/renewal.ts`);
 * the others use what still works, or wait for what the one gets. Access the vendor takes no more is asked for by nobody until somebody connects it again.
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

/** What access is kept alive with. */
export interface AccessDeps {
  readonly db: TenantDb;
  readonly masterKeys: string;
  readonly addresses: Readonly<Record<VendorVariable, string>>;
  readonly clock: Clock;
  readonly consent: {
    readonly clients: OAuthClients;
    /** Exchanges go this way even for who may only read: they change nothing of the account. */
    readonly http: OutsideHttp;
    readonly newId: () => string;
    readonly sleep: (ms: number) => Promise<void>;
    /** Tells the admins once. Never throws. */
    readonly alert: (alert: ConnectionAlert) => Promise<void>;
  };
}

/** What admins are told of a connection. All of it is ours. */
export interface ConnectionAlert {
  readonly code: string;
  readonly once: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

/** A connection whose access is asked for. */
export interface AccessOf {
  readonly id: string;
  readonly title: string;
  readonly kind: Pick<ConnectionKind<unknown>, "vendor" | "credentialField">;
  readonly form: ConsentForm<string>;
}

/** Access is renewed so long before it ends: longer than what is done with one opening of an account takes. */
const MARGIN_MS = 5 * 60_000;
/** Access that ends sooner is no use to wait with. */
const LEAST_MS = 10_000;
/** So long somebody waits for who renews it. */
const WAIT_MS = 25_000;
const LOOK_MS = 250;
/** Where a vendor doesn't answer, nobody asks it again so soon. */
const PAUSE_MS = 5_000;
/** New tokens are the only ones: they are written although the database fails once or twice. */
const WRITE_TRIES = 4;

/** An access token that works for the next minutes, and another than the `refused` one, which the vendor takes no more before its time. Throws `not_configured` where somebody has to connect it again, IntegrationError where the vendor is away. */
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
  /** For so long the access there is works still. */
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
    // A server that doesn't rotate leaves the refresh token as it is (RFC 6749 section 6).
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
    throw new AppError("not_configured", "This deployment isn’t registered with that service any more.");
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
