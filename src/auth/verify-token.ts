/**
 * The one place that decides whether a provider's token is genuine. RS256 only, by the `kid` of the provider's published keys; issuer
 * equal; audience or authorised party as the provider defines them; 5 s of clock skew; a verified e-mail address required. Nothing
 * of the token is believed before its signature has been checked.
 */
import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import type { Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { IdentityProvider, VerifiedIdentity, VerifyToken } from "./types.ts";

const CLOCK_SKEW_S = 5;
const TOKEN_CHARS_MAX = 16_384;
const EMAIL = /^[^\s@"<>(),;:\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Why a token was refused; shown as `details.reason`. */
export type TokenProblem =
  | "malformed"
  | "issuer"
  | "audience"
  | "algorithm"
  | "signature"
  | "key"
  | "expired"
  | "not_yet"
  | "party"
  | "pending"
  | "no_email"
  | "unverified_email";

const SENTENCES: Record<TokenProblem, string> = {
  malformed: "The sign-in token cannot be read.",
  issuer: "The sign-in token comes from a provider this deployment does not use.",
  audience: "The sign-in token was made for another application.",
  algorithm: "The sign-in token is signed in a way that is not accepted.",
  signature: "The sign-in token's signature is not valid.",
  key: "The sign-in token is signed with a key the provider does not publish.",
  expired: "The sign-in token has expired. Sign in again.",
  not_yet: "The sign-in token is not valid yet.",
  party: "The sign-in token was made for another site.",
  pending: "The sign-in is not finished at the provider.",
  no_email: "The sign-in token names no e-mail address. Add the `email` claim at the provider.",
  unverified_email: "The e-mail address is not verified at the provider.",
};

function refused(reason: TokenProblem, cause?: unknown): AppError {
  return new AppError("unauthenticated", SENTENCES[reason], { details: { reason }, cause });
}

/** What verifying needs: the providers, their published keys (`jose` key sets), the time. */
export interface VerifierDeps {
  readonly providers: readonly IdentityProvider[];
  readonly keys: (keysUrl: string) => JWTVerifyGetKey;
  readonly clock: Clock;
}

/** Makes the verifier. Its errors: `unauthenticated` with `details.reason`, `upstream_failed` when the provider's keys cannot be had. */
export function tokenVerifier(deps: VerifierDeps): VerifyToken {
  return async (token, kinds) => {
    const issuer = issuerOf(token);
    const candidates = deps.providers.filter(
      (provider) => kinds.includes(provider.kind) && provider.issuer === issuer,
    );
    let failure: unknown = refused("issuer");
    for (const provider of candidates) {
      try {
        return await verifyFor(provider, token, deps);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

/** The claimed issuer: only used to choose whose rules and keys the token is then checked by. */
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
      ...(provider.audience === null ? {} : { audience: provider.audience }),
    });
    claims = verified.payload;
  } catch (error) {
    throw explain(error);
  }
  if (claims.iat !== undefined && claims.iat * 1000 > nowMs + CLOCK_SKEW_S * 1000) throw refused("not_yet");
  if (provider.kind === "clerk") checkClerk(provider, claims);
  return {
    email: emailOf(claims),
    name: nameOf(claims),
    expiresAtMs: (claims.exp ?? 0) * 1000,
  };
}

/**
 * Clerk's own rules on top of the JWT's: `azp` is checked where the token has one and the deployment lists parties, and a session
 * with tasks left (`sts: pending`) is not signed in. Clerk's `verifyToken` in @clerk/backend does the same.
 */
function checkClerk(provider: IdentityProvider, claims: JWTPayload): void {
  const party = claims["azp"];
  if (
    provider.authorizedParties.length > 0 &&
    party !== undefined &&
    !(typeof party === "string" && provider.authorizedParties.includes(party))
  ) {
    throw refused("party");
  }
  if (claims["sts"] === "pending") throw refused("pending");
}

function emailOf(claims: JWTPayload): string {
  const email = claims["email"];
  if (typeof email !== "string") throw refused("no_email");
  const plain = email.trim().toLowerCase();
  if (plain.length > 254 || !EMAIL.test(plain)) throw refused("no_email");
  const verified = claims["email_verified"];
  if (verified !== undefined && verified !== true) throw refused("unverified_email");
  return plain;
}

function nameOf(claims: JWTPayload): string {
  const name = claims["name"];
  return typeof name === "string"
    ? name
        .replace(/[\p{C}]/gu, "")
        .trim()
        .slice(0, 120)
    : "";
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
  if (claim === "aud") return "audience";
  if (claim === "nbf") return "not_yet";
  if (claim === "iss") return "issuer";
  return "malformed";
}
