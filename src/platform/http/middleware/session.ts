/**
 * Authenticates a request by our session cookie, or a script's `Authorization: Bearer`. Checked again for
 * every request.
 */
import { authDeps, bearerPrincipal, findPrincipal, touchSession, type Principal } from "../../auth/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import { readSessionCookie } from "../cookies.ts";
import { portOf } from "../../../kernel/features.ts";
import type { TokenScope } from "../../api/endpoint.ts";
import { inBackground, type HttpContext } from "../context.ts";
import { countRefused } from "./address-limit.ts";

/** Prefix of access tokens. */
const TOKEN = "stw_";

declare module "../../../kernel/features.ts" {
  interface Feature {
    /** The member whose access token this is. Throws `unauthenticated`, `forbidden` without the scope, `rate_limited`. */
    readonly tokenHolder?: (c: HttpContext, token: string, scope: TokenScope) => Promise<Principal>;
  }
}

const tokenHolder = portOf("tokenHolder");

/**
 * The principal of a request. Throws `unauthenticated` (401), for scripts also `stranger` (403). A cookie or token that opens nothing counts against its
 * address like a wrong sign-in: `rate_limited` (429) once there were too many.
 */
export async function authenticate(c: HttpContext, tokenScope?: TokenScope): Promise<Principal> {
  try {
    const principal = await findBy(c, tokenScope);
    c.set("principal", principal);
    return principal;
  } catch (error) {
    if (showsSecret(c)) await countRefused(c, error);
    throw error;
  }
}

async function findBy(c: HttpContext, tokenScope: TokenScope | undefined): Promise<Principal> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined) return fromCookie(c);
  const token = credentials(authorization, "Bearer");
  if (!token.startsWith(TOKEN)) return bearerPrincipal(authDeps(c.var.deployment), token);
  if (tokenScope === undefined)
    throw new AppError("unauthenticated", "This address doesn’t take access tokens.");
  return tokenHolder()(c, token, tokenScope);
}

function showsSecret(c: HttpContext): boolean {
  return c.req.header("authorization") !== undefined || readSessionCookie(c) !== undefined;
}

/** What follows the scheme in an `Authorization` header (RFC 9110 section 11.4). Throws `unauthenticated` for another scheme. */
export function credentials(authorization: string, scheme: string): string {
  const [given, value, ...rest] = authorization.trim().split(/\s+/);
  if (given?.toLowerCase() !== scheme.toLowerCase() || value === undefined || rest.length > 0) {
    throw new AppError("unauthenticated", "This kind of authorization is not accepted here.");
  }
  return value;
}

async function fromCookie(c: HttpContext): Promise<Principal> {
  const auth = authDeps(c.var.deployment);
  const secret = readSessionCookie(c);
  const found = secret === undefined ? null : await findPrincipal(auth, secret);
  if (found === null) throw new AppError("unauthenticated", "Sign in to continue.");
  inBackground(c, touchSession(auth, found.principal, found.lastSeenAt));
  return found.principal;
}
