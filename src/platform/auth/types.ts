/** Types of sign-in: providers, verified identities, and principals. */
import type { SystemDb, TenantDb } from "../db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Role } from "../api/members.ts";

export interface IdentityProvider {
  readonly kind: "clerk" | "access";
  /** Equals the token's `iss`, without a trailing slash. */
  readonly issuer: string;
  readonly keysUrl: string;
  /** Access: the application's AUD tag, which must be the only value of `aud`. Null for Clerk, which sets none. */
  readonly audience: string | null;
  /** Clerk: the origins allowed in `azp`; empty allows none. */
  readonly authorizedParties: readonly string[];
}

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

/** The user of a request. Created again for each request, so that revocation takes effect at once. */
export interface Principal extends Member {
  /** ID of our session, or `bearer:<userId>:<hash>` for a script with a provider's token. */
  readonly sessionId: string;
  /** ISO time from which it may no longer act. */
  readonly expiresAt: string;
  readonly via: "session" | "bearer";
  /** The scopes of an access token; missing for everyone who signed in. */
  readonly scopes?: readonly string[];
}

export interface AuthDeps {
  readonly system: SystemDb;
  readonly db: (tenantId: string) => TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly verify: VerifyToken;
}
