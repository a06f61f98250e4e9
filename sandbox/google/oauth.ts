/**
 * Google's token endpoint: the JWT-bearer grant (RFC 7523, RS256 only) for service accounts with domain-wide delegation, and codes,
 * refresh tokens and revocation for user consents. Errors use Google's wording
 * (developers.google.com/identity/protocols/oauth2/service-account, "JWT error codes").
 */
import { verify as verifySignature } from "node:crypto";
import * as z from "zod";
import { json, parseBody, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";
import { exchanges, OAuthError, revoke } from "./exchanges.ts";
import {
  DELEGATED_SCOPES,
  findMailbox,
  googleAccounts,
  type GoogleAccounts,
  type ServiceAccount,
} from "./accounts.ts";

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const GOOGLE_AUDIENCE = "https://oauth2.googleapis.com/token";
const LIFETIME_S = 3599;
const LONGEST_S = 3600;
const CLOCK_SKEW_S = 300;
const TIMEFRAME =
  "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.";
const NOT_DELEGATED =
  "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.";

/** Body of `POST /control/google/scopes`: scopes that aren't delegated, such as `drive.file`. */
const scopesInput = z.strictObject({ withhold: z.array(z.string()) });

interface Assertion {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

export const createGoogleOAuth: CreateService = (context) => {
  const accounts = googleAccounts(context);
  const consented = exchanges(context, (grant) => accounts.issue(grant));

  const signerOf = ({ header, claims, signed, signature }: Assertion): ServiceAccount => {
    const account = accounts.find(String(claims["iss"]));
    if (account === null) throw new OAuthError("invalid_grant", "Invalid grant: account not found");
    const valid =
      header["alg"] === "RS256" &&
      verifySignature("RSA-SHA256", Buffer.from(signed), account.publicKey, signature);
    if (!valid) throw new OAuthError("invalid_grant", "Invalid JWT Signature.");
    return account;
  };

  const token = (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const grantType = form.get("grant_type");
    if (grantType === null) throw new OAuthError("invalid_request", "Missing required parameter: grant_type");
    if (grantType === "authorization_code") return consented.exchange(form);
    if (grantType === "refresh_token") return consented.renew(form);
    if (grantType !== GRANT_TYPE)
      throw new OAuthError("unsupported_grant_type", `Invalid grant_type: ${grantType}`);
    const given = form.get("assertion");
    if (given === null || given === "")
      throw new OAuthError("invalid_request", "Missing required parameter: assertion");

    const assertion = readAssertion(given);
    const account = signerOf(assertion);
    const own = [GOOGLE_AUDIENCE, account.file.token_uri, `${request.url.origin}/google/oauth/token`];
    checkAudience(assertion.claims["aud"], own);
    checkTimes(assertion.claims, Math.floor(context.now() / 1000));
    const scopes = readScopes(assertion.claims["scope"]);
    const sub = readSubject(account, assertion.claims["sub"], scopes, accounts.withheld);
    return json({
      access_token: accounts.issue({
        iss: account.file.client_email,
        sub,
        scopes,
        expiresAtS: Math.floor(context.now() / 1000) + LIFETIME_S,
      }),
      expires_in: LIFETIME_S,
      token_type: "Bearer",
    });
  };

  return {
    name: "google",
    prefix: "/google/oauth",
    // Keys and tokens are kept: the product has sealed the key and may hold a token.
    reset: () => accounts.withheld.clear(),
    handle(request) {
      const isRevoke = request.path === "/revoke";
      if (request.method !== "POST" || (request.path !== "/token" && !isRevoke))
        throw new SandboxError(404, "Google's OAuth here knows POST /token and POST /revoke.");
      try {
        return isRevoke ? revoke(context, request, (given) => accounts.verify(given)) : token(request);
      } catch (error) {
        if (error instanceof OAuthError) return refusal(error.status, error.code, error.message);
        throw error;
      }
    },
    faultAnswer: (status) =>
      status >= 500
        ? refusal(status, "internal_failure", "The server encountered an error.")
        : refusal(status, status === 429 ? "rate_limit_exceeded" : "invalid_grant", "Try again later."),
    control: (request) => controlled(accounts, request),
  };
};

function controlled(accounts: GoogleAccounts, request: SandboxRequest): Response {
  if (request.method === "POST" && request.path === "/scopes") {
    const { withhold } = parseBody(scopesInput, request);
    accounts.withheld.clear();
    for (const name of withhold) accounts.withheld.add(`https://www.googleapis.com/auth/${name}`);
    return json({ withheld: [...accounts.withheld] });
  }
  if (request.method !== "GET" || request.path !== "/service-account")
    throw new SandboxError(
      404,
      "Google's control knows GET /control/google/service-account?connection= and POST /control/google/scopes.",
    );
  const account = accounts.forConnection(request.url.searchParams.get("connection") ?? "");
  if (account === null) throw new SandboxError(404, "That connection doesn't exist.");
  return json(account.file);
}

function refusal(status: number, error: string, description: string): Response {
  return json({ error, error_description: description }, status);
}

function readAssertion(text: string): Assertion {
  const [header, claims, signature, more] = text.split(".");
  const read = (part: string): Record<string, unknown> => {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value !== "object" || value === null) throw new Error("not an object");
    return value as Record<string, unknown>;
  };
  try {
    if (header === undefined || claims === undefined || signature === undefined || more !== undefined)
      throw new Error("not three parts");
    return {
      header: read(header),
      claims: read(claims),
      signed: `${header}.${claims}`,
      signature: Buffer.from(signature, "base64url"),
    };
  } catch {
    throw new OAuthError("invalid_grant", "Invalid JWT: the assertion is not well formed.");
  }
}

function checkAudience(audience: unknown, accepted: readonly string[]): void {
  if (typeof audience === "string" && accepted.includes(audience)) return;
  throw new OAuthError(
    "invalid_grant",
    `Invalid JWT: Failed audience check. The right audience is ${GOOGLE_AUDIENCE}`,
  );
}

function checkTimes({ iat, exp }: Readonly<Record<string, unknown>>, nowS: number): void {
  const inTime =
    typeof iat === "number" &&
    typeof exp === "number" &&
    exp > nowS &&
    exp - iat <= LONGEST_S &&
    exp > iat &&
    iat <= nowS + CLOCK_SKEW_S;
  if (!inTime) throw new OAuthError("invalid_grant", TIMEFRAME);
}

function readScopes(scope: unknown): string[] {
  const scopes = typeof scope === "string" ? scope.split(" ").filter((one) => one !== "") : [];
  if (scopes.length === 0) throw new OAuthError("invalid_scope", "Empty or missing scope not allowed.");
  const strange = scopes.filter(
    (one) => !/^https:\/\/(?:www\.googleapis\.com\/auth\/|mail\.google\.com\/)/.test(one),
  );
  if (strange.length > 0)
    throw new OAuthError(
      "invalid_scope",
      `Some requested scopes were invalid. {invalid=[${strange.join(", ")}]}`,
    );
  return scopes;
}

/** The impersonated person: only from the account's own domain, and only within delegated scopes. */
function readSubject(
  account: ServiceAccount,
  sub: unknown,
  scopes: readonly string[],
  withheld: ReadonlySet<string>,
): string | null {
  if (sub === undefined) return null;
  const address = typeof sub === "string" ? sub.toLowerCase() : "";
  const inDomain = address.endsWith(`@${account.tenant.domain}`);
  if (!inDomain || !scopes.every((scope) => DELEGATED_SCOPES.has(scope) && !withheld.has(scope)))
    throw new OAuthError("unauthorized_client", NOT_DELEGATED, 401);
  if (findMailbox(address) === null) throw new OAuthError("invalid_grant", "Invalid email or User ID");
  return address;
}
