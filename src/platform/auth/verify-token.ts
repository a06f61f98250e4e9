/**
 * The only place that decides whether a provider's token is genuine: RS256 only, by the `kid` of the
 * provider's published keys; matching issuer; issued for this application only; 5 s of clock skew; a
 * verified e-mail address. A missing claim counts as wrong. No content of the token is used before its
 * signature was checked.
 */
import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdentityProvider, VerifiedIdentity, VerifyToken } from "./types.ts";
import { unseenReplacer } from "../../kernel/unseen.ts";

const CLOCK_SKEW_S = 5;
const TOKEN_CHARS_MAX = 16_384;
const EMAIL = /^[^\s@"<>(),;:\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Why a token was rejected; shown as `details.reason`. */
export type TokenProblem =
  | "malformed"
  | "issuer"
  | "audience"
  | "algorithm"
  | "signature"
  | "key"
  | "expired"
  | "not_yet"
  | "kind"
  | "party"
  | "pending"
  | "no_email"
  | "unverified_email"
  | "no_verification";

const SENTENCES: Record<TokenProblem, string> = {
  malformed: "The sign-in token can’t be read.",
  issuer: "The sign-in token comes from a provider this deployment doesn’t use.",
  audience: "The sign-in token was made for another application.",
  algorithm: "The sign-in token is signed in a way that isn’t accepted.",
  signature: "The sign-in token’s signature isn’t valid.",
  key: "The sign-in token is signed with a key the provider doesn’t publish.",
  expired: "The sign-in token has expired. Sign in again.",
  not_yet: "The sign-in token isn’t valid yet.",
  kind: "The sign-in token isn’t a session token: it was made by a template for another service.",
  party: "The sign-in token doesn’t name a site that CLERK_AUTHORIZED_PARTIES lists.",
  pending: "The sign-in isn’t finished at the provider.",
  no_email:
    'The sign-in token has no e-mail address. In Clerk, add "email": "{{user.primary_email_address}}" under Sessions → Customize session token.',
  unverified_email:
    "Your e-mail address isn’t verified. Verify it at the sign-in provider, then sign in again.",
  no_verification:
    'The sign-in token doesn’t say whether the e-mail address is verified. In Clerk, add "email_verified": "{{user.email_verified}}" under Sessions → Customize session token.',
};

/** Problems that only operators can solve; shown as `details.misconfigured`. */
const OF_DEPLOYMENT: ReadonlySet<TokenProblem> = new Set([
  "issuer",
  "audience",
  "kind",
  "party",
  "no_email",
  "no_verification",
]);

function refused(reason: TokenProblem, cause?: unknown): AppError {
  const details = OF_DEPLOYMENT.has(reason) ? { reason, misconfigured: true } : { reason };
  return new AppError("unauthenticated", SENTENCES[reason], { details, cause });
}

interface VerifierDeps {
  readonly providers: readonly IdentityProvider[];
  readonly keys: (keysUrl: string) => JWTVerifyGetKey;
  readonly clock: Clock;
}

/** Throws `unauthenticated` with `details.reason`, and `upstream_failed` if the provider's keys can't be loaded. */
export function tokenVerifier(deps: VerifierDeps): VerifyToken {
  return async (token, kinds) => {
    const issuer = issuerOf(token);
    const provider = deps.providers.find((known) => kinds.includes(known.kind) && known.issuer === issuer);
    if (provider === undefined) throw refused("issuer");
    return verifyFor(provider, token, deps);
  };
}

/** The claimed issuer, only used to choose the rules and keys for the check. */
function issuerOf(token: string): string | undefined {
  if (token.length > TOKEN_CHARS_MAX) throw refused("malformed");
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    throw refused("malformed", error);
  }
}

async function verifyFor(
  provider: IdentityProvider,
  token: string,
  deps: VerifierDeps,
): Promise<VerifiedIdentity> {
  const nowMs = deps.clock.now();
  let claims: JWTPayload;
  try {
    const verified = await jwtVerify(token, deps.keys(provider.keysUrl), {
      algorithms: ["RS256"],
      issuer: provider.issuer,
      clockTolerance: CLOCK_SKEW_S,
      currentDate: new Date(nowMs),
      requiredClaims: ["iss", "exp"],
    });
    claims = verified.payload;
  } catch (error) {
    throw explain(error);
  }
  if (claims.iat !== undefined && claims.iat * 1000 > nowMs + CLOCK_SKEW_S * 1000) throw refused("not_yet");
  if (provider.kind === "clerk") checkClerk(provider, claims);
  else checkAccess(provider, claims);
  return {
    email: emailOf(provider, claims),
    name: nameOf(claims),
    expiresAtMs: (claims.exp ?? 0) * 1000,
  };
}

/**
 * A Clerk session token (Clerk, “Session tokens”, version 2, read 2026-11-28): `azp` is the origin of the
 * requesting page, and only tokens made by a JWT template for other services lack `sid`. It has no `aud` by
 * default; one added by the deployment must be its own origin. A session with pending tasks (`sts:
 * pending`) isn't signed in.
 */
function checkClerk({ authorizedParties }: IdentityProvider, claims: JWTPayload): void {
  if (!audiencesOf(claims).every((audience) => authorizedParties.includes(audience)))
    throw refused("audience");
  if (typeof claims["sid"] !== "string") throw refused("kind");
  const party = claims["azp"];
  if (typeof party !== "string" || !authorizedParties.includes(party)) throw refused("party");
  if (claims["sts"] === "pending") throw refused("pending");
}

/**
 * A Cloudflare Access application token, whose `aud` contains only the application's tag (Cloudflare One,
 * “Application token”, read 2026-11-28).
 */
function checkAccess({ audience }: IdentityProvider, claims: JWTPayload): void {
  const audiences = audiencesOf(claims);
  if (audiences.length === 0 || !audiences.every((given) => given === audience)) throw refused("audience");
  if (claims["type"] !== "app") throw refused("kind");
}

function audiencesOf({ aud }: JWTPayload): readonly string[] {
  if (aud === undefined) return [];
  return Array.isArray(aud) ? aud : [aud];
}

/**
 * The e-mail address. Clerk reports whether it is verified only if the session token is customized for it,
 * so the claim is required. Access reports nothing, because it admits only addresses that it or its
 * identity provider has verified.
 */
function emailOf({ kind }: IdentityProvider, claims: JWTPayload): string {
  const email = claims["email"];
  if (typeof email !== "string") throw refused("no_email");
  const plain = email.trim().toLowerCase();
  if (plain.length > 254 || !EMAIL.test(plain)) throw refused("no_email");
  const verified = claims["email_verified"];
  if (verified === undefined && kind === "clerk") throw refused("no_verification");
  if (verified !== undefined && verified !== true) throw refused("unverified_email");
  return plain;
}

const withoutUnseen = unseenReplacer(String.raw`\p{C}`);

function nameOf(claims: JWTPayload): string {
  const name = claims["name"];
  return typeof name === "string" ? withoutUnseen(name, "").trim().slice(0, 120) : "";
}

function explain(error: unknown): AppError {
  if (error instanceof errors.JWTExpired) return refused("expired", error);
  if (error instanceof errors.JWTClaimValidationFailed) return refused(claimProblem(error.claim), error);
  if (error instanceof errors.JOSEAlgNotAllowed) return refused("algorithm", error);
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused("signature", error);
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return refused("key", error);
  }
  if (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported
  ) {
    return refused("malformed", error);
  }
  return new AppError("upstream_failed", "The sign-in provider can’t be reached. Try again shortly.", {
    cause: error,
  });
}

function claimProblem(claim: string): TokenProblem {
  if (claim === "nbf") return "not_yet";
  if (claim === "iss") return "issuer";
  return "malformed";
}
