/** What signing in is about: providers, the identity a token proves, and the principal every request acts as. */
import type { SystemDb, TenantDb } from "../db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Role } from "../api/members.ts";

/** A sign-in provider of this deployment, from configuration. */
export interface IdentityProvider {
  readonly kind: "clerk" | "access";
  /** Equal to the token's `iss`, without a slash at the end. */
  readonly issuer: string;
  readonly keysUrl: string;
  /** Access: the application's AUD tag, which must be all of `aud`. Null for Clerk, which sets none. */
  readonly audience: string | null;
  /** Clerk: the origins allowed in `azp`; empty allows none. */
  readonly authorizedParties: readonly string[];
}

/** What a verified provider token proves. */
export interface VerifiedIdentity {
  /** Lower case; verified by the provider. */
  readonly email: string;
  readonly name: string;
  readonly expiresAtMs: number;
}

/** Verifies a provider's token against the given kinds of providers. Throws `unauthenticated` or `upstream_failed`. */
export type VerifyToken = (
  token: string,
  kinds: readonly IdentityProvider["kind"][],
) => Promise<VerifiedIdentity>;

/** A member with the tenant: what sign-in leads to. */
export interface Member {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    readonly lastSeenAt: string | null;
  };
  readonly tenant: { readonly id: string; readonly name: string; readonly timeZone: string };
}

/** Who a request acts as. Valid for that request only: made again for each, so that revocation holds at once. */
export interface Principal extends Member {
  /** Our session's id, or `bearer:<userId>:<hash>` for a script with a provider's token. */
  readonly sessionId: string;
  /** ISO time after which it may not act any more. */
  readonly expiresAt: string;
  readonly via: "session" | "bearer";
}

/** What the use cases of sign-in are given. */
export interface AuthDeps {
  readonly system: SystemDb;
  readonly db: (tenantId: string) => TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly verify: VerifyToken;
}
