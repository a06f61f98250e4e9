/**
 * Authenticates scripts by a provider's token on every request. It is verified and matched to a member each
 * time; nothing is stored.
 */
import { isoTime } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { admitMember } from "./exchange.ts";
import type { AuthDeps, Principal } from "./types.ts";

const BEARER = /^bearer:([^:]+):[0-9a-f]{32}$/;

/** Throws `unauthenticated`, `stranger`, `upstream_failed`. */
export async function bearerPrincipal(deps: AuthDeps, token: string): Promise<Principal> {
  const identity = await deps.verify(token, ["clerk", "access"]);
  const member = await admitMember(deps, identity);
  const hash = (await sha256Hex(token)).slice(0, 32);
  return {
    ...member,
    sessionId: `${bearerPrefix(member.user.id)}${hash}`,
    expiresAt: isoTime(identity.expiresAtMs),
    via: "bearer",
  };
}

/** Prefix of a member's bearer session IDs. */
export function bearerPrefix(userId: string): string {
  return `bearer:${userId}:`;
}

/** The user ID in a bearer session ID; null for our own sessions. */
export function memberOfBearer(sessionId: string): string | null {
  return BEARER.exec(sessionId)?.[1] ?? null;
}
