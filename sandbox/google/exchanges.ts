/** Exchanges codes and refresh tokens, and revokes tokens (developers.google.com/identity/protocols/oauth2/web-server, read 2026-11-23). */
import { createHash, randomBytes } from "node:crypto";
import { json, type SandboxContext, type SandboxRequest } from "../service.ts";
import type { Grant } from "./accounts.ts";
import { consentOf, googleConsents, GOOGLE_APP, roundOf, type Consent } from "./consents.ts";

const LIFETIME_S = 3599;
/** Google keeps this many refresh tokens per person and app; older ones are invalidated. */
const MAX_REFRESHES = 100;
const ENDED = "Token has been expired or revoked.";

/** An error response (RFC 6749 section 5.2). */
export class OAuthError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: string, description: string, status = 400) {
    super(description);
    this.status = status;
    this.code = code;
  }
}

/** Revoking any token revokes the person's whole consent. */
export function revoke(
  context: SandboxContext,
  request: SandboxRequest,
  verify: (token: string) => Grant | null,
): Response {
  const section = googleConsents(context);
  const form = new URLSearchParams(request.body.toString("utf8"));
  const given = form.get("token") ?? request.url.searchParams.get("token") ?? "";
  const { consents } = section.value;
  const round = verify(given)?.consent;
  const mine = consents.find(
    (one) => roundOf(one) === round || one.refreshes.some(({ token }) => token === given),
  );
  if (mine === undefined) throw new OAuthError("invalid_token", "Token expired or revoked");
  section.value.consents = consents.filter((one) => one !== mine);
  section.save();
  context.markEffect();
  return json({});
}

/** Unsigned, because the app doesn't verify it. */
function idToken(context: SandboxContext, { email }: Consent): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const nowS = Math.floor(context.now() / 1000);
  const claims = { iss: `${context.url}/google/accounts`, aud: GOOGLE_APP.id, sub: email, iat: nowS };
  return `${part({ alg: "RS256", typ: "JWT" })}.${part({ ...claims, exp: nowS + 3600 })}.${randomBytes(32).toString("base64url")}`;
}

/** `issue` creates the access token. */
export function exchanges(context: SandboxContext, issue: (grant: Grant) => string) {
  const section = googleConsents(context);

  const tokens = (consent: Consent, scopes: readonly string[], refresh: string | null): Response => {
    section.save();
    context.markEffect();
    const access = issue({
      iss: GOOGLE_APP.id,
      sub: consent.email,
      scopes,
      expiresAtS: Math.floor(context.now() / 1000) + LIFETIME_S,
      consent: roundOf(consent),
    });
    return json(
      {
        access_token: access,
        expires_in: LIFETIME_S,
        ...(refresh === null ? {} : { refresh_token: refresh }),
        scope: scopes.join(" "),
        token_type: "Bearer",
        ...(scopes.includes("openid") ? { id_token: idToken(context, consent) } : {}),
      },
      200,
      { "cache-control": "no-store" },
    );
  };

  return {
    exchange(form: URLSearchParams): Response {
      mustBeApp(form);
      const given = form.get("code") ?? "";
      const code = section.value.codes[given];
      delete section.value.codes[given];
      section.save();
      if (code === undefined || code.untilMs <= context.now())
        throw new OAuthError("invalid_grant", "Malformed auth code.");
      if (form.get("redirect_uri") !== code.redirectUri)
        throw new OAuthError("redirect_uri_mismatch", "Bad Request");
      if (code.challenge !== null && challengeOf(form.get("code_verifier") ?? "") !== code.challenge)
        throw new OAuthError("invalid_grant", "Invalid code verifier.");
      const consent = consentOf(section.value, code.email, () => randomBytes(9).toString("base64url"));
      const refresh = code.isOffline ? `1//0${randomBytes(32).toString("base64url")}` : null;
      if (refresh !== null)
        consent.refreshes = [...consent.refreshes, { token: refresh, scopes: code.scopes }].slice(
          -MAX_REFRESHES,
        );
      return tokens(consent, code.scopes, refresh);
    },

    /** Google doesn't rotate refresh tokens. */
    renew(form: URLSearchParams): Response {
      mustBeApp(form);
      const given = form.get("refresh_token");
      for (const consent of section.value.consents) {
        const refresh = consent.refreshes.find(({ token }) => token === given);
        if (refresh === undefined) continue;
        section.value.renewals += 1;
        return tokens(consent, refresh.scopes, null);
      }
      throw new OAuthError("invalid_grant", ENDED);
    },
  };
}

function mustBeApp(form: URLSearchParams): void {
  if (form.get("client_id") !== GOOGLE_APP.id)
    throw new OAuthError("invalid_client", "The OAuth client was not found.", 401);
  if (form.get("client_secret") !== GOOGLE_APP.secret)
    throw new OAuthError("invalid_client", "The provided client secret is invalid.", 401);
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
