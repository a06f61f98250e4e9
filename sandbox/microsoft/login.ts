/**
 * `login.microsoftonline.com`: the consent page and the token endpoint of OAuth 2.0, v2.0
 * (MicrosoftDocs/entra-docs: docs/identity-platform/v2-oauth2-auth-code-flow.md, reference-error-codes.md, read 2026-11-30).
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import {
  html,
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import { refusalPage } from "../vendor/consent-page.ts";
import { consentOf, issueAccess, MICROSOFT_APP, microsoftConsents, type Consent } from "./consents.ts";
import { loginPage } from "./login-page.ts";
import { DIRECTORY_ID, guidOf, MICROSOFT_PEOPLE, microsoftPerson, nameOf } from "./people.ts";

const RETURN_PATH = "/api/connections/microsoft/callback";
const GRAPH = "https://graph.microsoft.com/";
const CODE_MS = 10 * 60_000;
const LIFETIME_S = 3599;

/** Scopes of OpenID Connect; granted with any consent. */
const OPENID: readonly string[] = ["openid", "profile", "email", "offline_access"];
const PERMISSIONS: readonly string[] = [
  "User.Read",
  "Mail.Read",
  "Mail.ReadWrite",
  "Mail.Send",
  "Calendars.Read",
  "Calendars.ReadWrite",
];

/** A refusal of the token endpoint, with its AADSTS code. */
class LoginError extends Error {
  readonly error: string;
  readonly code: number;
  readonly status: number;

  constructor(error: string, code: number, message: string, status = 400) {
    super(message);
    this.error = error;
    this.code = code;
    this.status = status;
  }
}

const controlInput = z.strictObject({
  end: z.literal(true).optional(),
  endAccess: z.literal(true).optional(),
  withhold: z.array(z.string()).optional(),
});

export const createMicrosoftLogin: CreateService = (context) => {
  const section = microsoftConsents(context);
  const { ask, decide } = authorizing(context);
  const token = exchanging(context);
  return {
    name: "microsoft-login",
    prefix: "/microsoft/login",
    handle(request) {
      const [, tenant = "", path] = /^\/([^/]+)\/oauth2\/v2\.0\/(authorize|token)$/.exec(request.path) ?? [];
      if (!["common", "organizations", DIRECTORY_ID].includes(tenant))
        throw new SandboxError(
          404,
          "Microsoft's sign-in here knows /common/oauth2/v2.0/authorize and …/token.",
        );
      try {
        if (path === "token") return token(request);
        return request.method === "POST" ? decide(request) : ask(request);
      } catch (error) {
        if (error instanceof LoginError) return refusal(context, error);
        if (!(error instanceof SandboxError)) throw error;
        return html(refusalPage("Microsoft", error.message), error.status);
      }
    },
    // Kept across resets, because the product holds these tokens.
    reset: () => {
      section.value.withheld = [];
      section.save();
    },
    faultAnswer: (status) =>
      refusal(
        context,
        new LoginError("temporarily_unavailable", 90033, "A transient error has occurred.", status),
      ),
    /**
     * `{"end": true}` revokes every consent, as people do at myapps.microsoft.com; `{"endAccess": true}` expires access tokens;
     * `{"withhold": […]}` lists permissions that only an administrator may grant.
     */
    control(request) {
      const { end, endAccess, withhold } = parseBody(controlInput, request);
      const { value } = section;
      if (end === true) {
        value.revoked.push(...value.consents.flatMap(({ refreshes }) => refreshes));
        value.consents = [];
      }
      if (endAccess === true) for (const consent of value.consents) consent.round += 1;
      if (withhold !== undefined) value.withheld = withhold;
      section.save();
      const { consents, renewals, withheld } = value;
      return json({
        consents: consents.map(({ address, scopes }) => ({ address, scopes })),
        renewals,
        withheld,
      });
    },
  };
};

/** Shows the page and handles its form. */
function authorizing(context: SandboxContext) {
  const section = microsoftConsents(context);
  const returnTo = `${context.appUrl}${RETURN_PATH}`;

  const ask = ({ url }: SandboxRequest): Response => {
    const { scopes } = readAsked(url.searchParams, returnTo);
    return html(
      loginPage({
        people: MICROSOFT_PEOPLE,
        hint: url.searchParams.get("login_hint"),
        action: url.pathname,
        scopes,
        asked: url.searchParams,
        needsAdmin: scopes.some((scope) => section.value.withheld.includes(scope)),
      }),
    );
  };

  const decide = (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const asked = readAsked(form, returnTo);
    const back = new URL(returnTo);
    const answer = (params: Record<string, string>): Response => {
      const said = { ...params, ...(asked.state === null ? {} : { state: asked.state }) };
      for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value);
      const headers = { location: back.href, "cache-control": "no-store" };
      return new Response(null, { status: 303, headers });
    };
    const person = microsoftPerson(form.get("account") ?? "");
    const isWithheld = asked.scopes.some((scope) => section.value.withheld.includes(scope));
    if (person === null || form.get("decision") !== "accept" || isWithheld)
      return answer({
        error: "access_denied",
        error_subcode: "cancel",
        error_description: "AADSTS65004: User declined to consent to access the app.",
      });
    const consent = consentOf(section.value, person.address);
    consent.scopes = [
      ...new Set([...consent.scopes, ...asked.scopes.filter((scope) => PERMISSIONS.includes(scope))]),
    ];
    consent.isOpenId ||= asked.scopes.includes("openid");
    const code = `1.${randomBytes(48).toString("base64url")}`;
    section.value.codes[code] = {
      address: person.address,
      redirectUri: returnTo,
      challenge: asked.challenge,
      isOffline: asked.scopes.includes("offline_access"),
      untilMs: context.now() + CODE_MS,
    };
    section.save();
    return answer({ code, session_state: randomUUID() });
  };

  return { ask, decide };
}

/** The authorization request. Throws SandboxError with Microsoft's error page. */
function readAsked(params: URLSearchParams, returnTo: string) {
  const say = (code: string, words: string): never => {
    throw new SandboxError(400, `${code}: ${words}`);
  };
  if (params.get("client_id") !== MICROSOFT_APP.id)
    say("AADSTS700016", `Application with identifier '${params.get("client_id")}' was not found.`);
  if (params.get("redirect_uri") !== returnTo)
    say(
      "AADSTS50011",
      `The redirect URI '${params.get("redirect_uri")}' specified in the request does not match the redirect URIs configured for the application. The app is registered to return to ${returnTo} alone.`,
    );
  if (params.get("response_type") !== "code") say("AADSTS900144", "response_type must be code.");
  if (!["query", null].includes(params.get("response_mode")))
    say("AADSTS90102", "response_mode must be query.");
  const challenge = params.get("code_challenge");
  if (challenge !== null && params.get("code_challenge_method") !== "S256")
    say("AADSTS501491", "code_challenge_method must be S256.");
  const scopes = (params.get("scope") ?? "")
    .split(" ")
    .filter((scope) => scope !== "")
    .map((scope) => {
      const name = scope.startsWith(GRAPH) ? scope.slice(GRAPH.length) : scope;
      const known = [...OPENID, ...PERMISSIONS].find((one) => one.toLowerCase() === name.toLowerCase());
      return known ?? say("AADSTS650053", `The app asked for scope '${scope}' that doesn't exist.`);
    });
  if (scopes.length === 0)
    say("AADSTS900144", "The request body must contain the following parameter: 'scope'.");
  return { challenge, scopes: [...new Set(scopes)], state: params.get("state") };
}

/** Exchanges codes and refresh tokens. Each refresh returns a new refresh token, and the old one keeps working. */
function exchanging(context: SandboxContext) {
  const section = microsoftConsents(context);

  const tokens = (consent: Consent, isOffline: boolean): Response => {
    const { isOpenId } = consent;
    const expiresAtS = Math.floor(context.now() / 1000) + LIFETIME_S;
    const refresh = `1.${randomBytes(64).toString("base64url")}`;
    if (isOffline) consent.refreshes.push(refresh);
    section.save();
    context.markEffect();
    return json(
      {
        token_type: "Bearer",
        // What the token is valid for. `offline_access` isn't among it.
        scope: [...(isOpenId ? ["openid", "profile", "email"] : []), ...consent.scopes].join(" "),
        expires_in: LIFETIME_S,
        ext_expires_in: LIFETIME_S,
        access_token: issueAccess(context, consent, expiresAtS),
        ...(isOffline ? { refresh_token: refresh } : {}),
        ...(isOpenId ? { id_token: idToken(context, consent, expiresAtS) } : {}),
      },
      200,
      { "cache-control": "no-store" },
    );
  };

  const exchange = (form: URLSearchParams): Response => {
    const code = section.value.codes[form.get("code") ?? ""];
    if (code === undefined)
      throw new LoginError("invalid_grant", 9002313, "Invalid request. Request is malformed or invalid.");
    if (code.used === true)
      throw new LoginError("invalid_grant", 54005, "OAuth2 Authorization code was already redeemed.");
    if (code.untilMs <= context.now())
      throw new LoginError("invalid_grant", 70008, "The provided authorization code has expired.");
    if (form.get("redirect_uri") !== code.redirectUri)
      throw new LoginError(
        "invalid_grant",
        500112,
        "The reply address does not match the reply address provided when requesting the authorization code.",
      );
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    if (code.challenge !== null && verifier.digest("base64url") !== code.challenge)
      throw new LoginError("invalid_grant", 501481, "The Code_Verifier does not match the code_challenge.");
    code.used = true;
    return tokens(consentOf(section.value, code.address), code.isOffline);
  };

  const renew = (form: URLSearchParams): Response => {
    const given = form.get("refresh_token") ?? "";
    const consent = section.value.consents.find(({ refreshes }) => refreshes.includes(given));
    if (section.value.revoked.includes(given))
      throw new LoginError(
        "invalid_grant",
        50173,
        "The provided grant has expired due to it being revoked, a fresh auth token is needed.",
      );
    if (consent === undefined)
      throw new LoginError("invalid_grant", 9002313, "Invalid request. Request is malformed or invalid.");
    section.value.renewals += 1;
    return tokens(consent, true);
  };

  return (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    if (request.method !== "POST")
      throw new LoginError("invalid_request", 900561, "The endpoint only accepts POST requests.", 405);
    if (form.get("client_id") !== MICROSOFT_APP.id)
      throw new LoginError("unauthorized_client", 700016, "The application was not found in the directory.");
    if (form.get("client_secret") !== MICROSOFT_APP.secret)
      throw new LoginError("invalid_client", 7000215, "Invalid client secret provided.", 401);
    const grant = form.get("grant_type");
    if (grant === "authorization_code") return exchange(form);
    if (grant === "refresh_token") return renew(form);
    throw new LoginError("unsupported_grant_type", 70003, `The app returned an unsupported grant type.`);
  };
}

/** Unsigned, because the app doesn't verify it. */
function idToken(context: SandboxContext, { address }: Consent, expiresAtS: number): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const person = microsoftPerson(address);
  const claims = {
    ver: "2.0",
    iss: `${context.url}/microsoft/login/${DIRECTORY_ID}/v2.0`,
    aud: MICROSOFT_APP.id,
    sub: guidOf("sub", address),
    oid: guidOf("person", address),
    tid: DIRECTORY_ID,
    email: address,
    preferred_username: address,
    name: person === null ? address : nameOf(person),
    iat: expiresAtS - LIFETIME_S,
    exp: expiresAtS,
  };
  return `${part({ typ: "JWT", alg: "RS256" })}.${part(claims)}.${randomBytes(32).toString("base64url")}`;
}

function refusal(context: SandboxContext, { error, code, message, status }: LoginError): Response {
  const timestamp = new Date(context.now())
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z/, "Z");
  const [trace, correlation] = [randomUUID(), randomUUID()];
  const description = `AADSTS${code}: ${message} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`;
  return json(
    {
      error,
      error_description: description,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
    },
    status,
    { "cache-control": "no-store", ...(status === 429 || status === 503 ? { "retry-after": "10" } : {}) },
  );
}
