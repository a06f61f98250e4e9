/** Session tokens in the format of Clerk and Cloudflare Access: RS256, a key ID, and provider-specific claims. */
import * as z from "zod";
import { createHash, randomUUID, type JsonWebKey } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import { rsaKeys } from "../rsa-keys.ts";
import { STRANGER, TENANTS } from "../world/company.ts";

/** Default `aud` of an Access token. */
const DEFAULT_ACCESS_AUDIENCE = "steward-sandbox";

/** The persisted signing key. Survives resets, since verifiers cache its public half. */
export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
}

/** Its ID resembles RFC 7638. */
export function makeSigningKey(): SigningKey {
  const { privateKey, publicKey } = rsaKeys("identity");
  const publicJwk = publicKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify(publicJwk)).digest("base64url").slice(0, 27);
  return { kid, privateJwk: privateKey.export({ format: "jwk" }), publicJwk };
}

/** A token lasts as long as the session. */
export const SESSION_SECONDS = 3600;

export const tokenInput = z.strictObject({
  email: z.email(),
  provider: z.enum(["clerk", "access"]).default("clerk"),
  expiresInSeconds: z.int().default(SESSION_SECONDS),
  name: z.string().optional(),
  emailVerified: z.boolean().optional(),
  /** Clerk's `azp`; null omits it, as Clerk does if the page's `Origin` is hidden. */
  authorizedParty: z.string().nullable().optional(),
  /** `aud`: an Access application's tag, or one added by a Clerk deployment. */
  audience: z.string().optional(),
  /** Clerk: whether the session token is customized as in docs/first-deployment.md. */
  customized: z.boolean().default(true),
  /** Clerk: a JWT template token for another service, without session claims. */
  template: z.boolean().default(false),
});

interface TokenWish extends z.output<typeof tokenInput> {
  readonly authorizedParty: string | null;
}

/** A person on the sign-in page. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The demo's people and the stranger. */
export function knownPeople(): KnownPerson[] {
  return [...TENANTS.flatMap(({ people }) => people), STRANGER].map(({ id, firstName, lastName, email }) => ({
    id,
    name: `${firstName} ${lastName}`,
    email,
  }));
}

/** `expiresInSeconds` may be negative, for tests of expiry. */
export async function signToken(
  key: SigningKey,
  issuer: string,
  nowMs: number,
  wish: TokenWish,
): Promise<string> {
  const known = knownPeople().find(({ email }) => email === wish.email.toLowerCase());
  const issuedAt = Math.floor(nowMs / 1000);
  const token = new SignJWT(wish.provider === "clerk" ? clerkClaims(wish, known) : accessClaims(wish))
    .setProtectedHeader({ alg: "RS256", kid: key.kid, typ: "JWT" })
    .setIssuer(issuer)
    .setSubject(known?.id ?? derivedUserId(wish.email))
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt + Math.min(0, wish.expiresInSeconds) - 10)
    .setExpirationTime(issuedAt + wish.expiresInSeconds);
  if (wish.provider === "access") token.setAudience([wish.audience ?? DEFAULT_ACCESS_AUDIENCE]);
  else if (wish.audience !== undefined) token.setAudience(wish.audience);
  return token.sign(await importJWK(key.privateJwk as Parameters<typeof importJWK>[0], "RS256"));
}

/** Version 2 of Clerk's session token (Clerk, "Session tokens", read 2026-11-28). E-mail and name are included only if customized. */
function clerkClaims(wish: TokenWish, known: KnownPerson | undefined): Record<string, unknown> {
  const own = {
    jti: randomUUID().replaceAll("-", "").slice(0, 20),
    ...(wish.authorizedParty === null ? {} : { azp: wish.authorizedParty }),
  };
  const session = {
    v: 2,
    sid: `sess_${randomUUID().replaceAll("-", "")}`,
    sts: "active",
    fva: [0, -1],
  };
  const added = {
    email: wish.email,
    email_verified: wish.emailVerified ?? true,
    name: wish.name ?? known?.name ?? wish.email.split("@")[0],
  };
  return { ...own, ...(wish.template ? {} : session), ...(wish.customized ? added : {}) };
}

function accessClaims(wish: TokenWish): Record<string, unknown> {
  return { type: "app", email: wish.email, identity_nonce: randomUUID().slice(0, 16), country: "US" };
}

function derivedUserId(email: string): string {
  return `user_${createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 24)}`;
}
