/**
 * OAuth 2.0 as our vendors speak it: the authorisation-code grant (RFC 6749 section 4.1) with PKCE (RFC 7636, S256) and `state`, and the refresh grant.
 * The library checks the protocol; the way out is our outside HTTP, each exchange sent exactly once. A vendor's own error texts go nowhere.
 */
import * as oauth from "oauth4webapi";
import type { ConsentTokens } from "../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { ConsentAccount, ConsentForm, OAuthClient } from "./consent-form.ts";

/** Where a vendor is asked, and how it differs from the letter. */
export interface OAuthServer extends Pick<
  ConsentForm<string>,
  "separator" | "withoutPkce" | "authorizeParams" | "readAnswer"
> {
  readonly vendor: string;
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
}

/** A vendor as its form says. */
export function serverOf(
  vendor: string,
  form: ConsentForm<string>,
  address: (variable: string) => string,
): OAuthServer {
  const { separator, withoutPkce, authorizeParams, readAnswer } = form;
  const tokenUrl = form.tokenUrl(address);
  return {
    vendor,
    issuer: form.issuer?.(address) ?? new URL(tokenUrl).origin,
    authorizeUrl: form.authorizeUrl(address),
    tokenUrl,
    ...(separator === undefined ? {} : { separator }),
    ...(withoutPkce === undefined ? {} : { withoutPkce }),
    ...(authorizeParams === undefined ? {} : { authorizeParams }),
    ...(readAnswer === undefined ? {} : { readAnswer }),
  };
}

/** What exchanges take. */
export interface OAuthWorld {
  readonly server: OAuthServer;
  readonly client: OAuthClient;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** What a vendor answers to a code or a refresh token: tokens, or its error code of RFC 6749 section 5.2. */
export type Exchanged =
  | { readonly kind: "tokens"; readonly tokens: ConsentTokens; readonly scopes: readonly string[] | null }
  | { readonly kind: "refused"; readonly code: string };

/** An exchange takes no longer, so that a lease outlives it. */
const EXCHANGE_TIMEOUT_MS = 20_000;

/** Secrets of one consent, and the address to send the browser to. */
export async function authorizeRequest(
  { authorizeUrl, separator = " ", withoutPkce, authorizeParams }: OAuthServer,
  client: Pick<OAuthClient, "id">,
  asking: {
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    /** Whose access there is today. */
    readonly before: ConsentAccount | null;
  },
): Promise<{ readonly url: string; readonly state: string; readonly verifier: string }> {
  const { redirectUri, scopes, before } = asking;
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(authorizeUrl);
  const proof = {
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  const asked: Record<string, string> = {
    ...authorizeParams?.(before),
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    state,
    ...(withoutPkce === true ? {} : proof),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(separator) }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

/** Exchanges the code somebody came back with. Throws IntegrationError where the vendor doesn't answer as it should. */
export async function exchangeCode(
  world: OAuthWorld,
  came: {
    readonly params: URLSearchParams;
    readonly state: string;
    readonly verifier: string;
    readonly redirectUri: string;
  },
): Promise<Exchanged> {
  const { as, client, auth, options } = partiesOf(world);
  return exchanged(world, async () => {
    const params = oauth.validateAuthResponse(as, client, came.params, came.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      params,
      came.redirectUri,
      world.server.withoutPkce === true ? oauth.nopkce : came.verifier,
      options,
    );
    return oauth.processAuthorizationCodeResponse(as, client, response);
  });
}

/** Renews access. The refresh token is used up where the vendor rotates them, so that it is sent once. Throws IntegrationError. */
export async function renewAccess(world: OAuthWorld, refreshToken: string): Promise<Exchanged> {
  const { as, client, auth, options } = partiesOf(world);
  return exchanged(world, async () => {
    const response = await oauth.refreshTokenGrantRequest(as, client, auth, refreshToken, options);
    return oauth.processRefreshTokenResponse(as, client, response);
  });
}

function partiesOf({ server, client, http }: OAuthWorld) {
  const { issuer, authorizeUrl, tokenUrl } = server;
  return {
    as: {
      issuer,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    },
    client: { client_id: client.id },
    auth: oauth.ClientSecretPost(client.secret),
    options: {
      // Addresses are checked where the deployment is configured; the sandbox's alone are plain HTTP.
      [oauth.allowInsecureRequests]: tokenUrl.startsWith("http:"),
      [oauth.customFetch]: fetchBy(http, server),
    },
  };
}

function fetchBy(http: OutsideHttp, { vendor, readAnswer }: OAuthServer) {
  return async (
    url: string,
    { headers, body }: { readonly headers: Record<string, string>; readonly body?: unknown },
  ): Promise<Response> => {
    const { status, text } = await http({
      vendor,
      method: "POST",
      url,
      headers,
      body: String(body as URLSearchParams),
      changes: true,
      timeoutMs: EXCHANGE_TIMEOUT_MS,
    });
    return asDescribed(status, text, readAnswer);
  };
}

/** The answer as RFC 6749 describes it. */
function asDescribed(status: number, text: string, readAnswer: OAuthServer["readAnswer"]): Response {
  const headers = { "content-type": "application/json" };
  const own = objectIn(text);
  if (own === null) return new Response(text, { status, headers });
  const answer = readAnswer?.(own) ?? own;
  // ClickUp's description of its answer has no `token_type`, which section 5.1 asks for.
  const whole = "access_token" in answer ? { token_type: "bearer", ...answer } : answer;
  // GitHub and Slack say with status 200 that a code was refused.
  const isRefusal = status === 200 && typeof answer["error"] === "string";
  return new Response(JSON.stringify(whole), { status: isRefusal ? 400 : status, headers });
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function exchanged(
  { server: { vendor }, clock }: OAuthWorld,
  exchange: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Exchanged> {
  const askedAtMs = clock.now();
  try {
    const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = await exchange();
    const expiresAtMs = seconds === undefined ? null : askedAtMs + seconds * 1000;
    return {
      kind: "tokens",
      tokens: { access, refresh: refresh ?? null, expiresAtMs },
      scopes: scope === undefined ? null : scope.split(/[\s,]+/).filter((one) => one !== ""),
    };
  } catch (cause) {
    if (cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError)
      return { kind: "refused", code: cause.error };
    if (cause instanceof IntegrationError) throw cause;
    const status = cause instanceof oauth.OperationProcessingError ? statusIn(cause) : 502;
    throw new IntegrationError(vendor, `${vendor} answered a sign-in in a way that is not known`, {
      outcome: "unknown",
      status,
    });
  }
}

function statusIn({ cause }: oauth.OperationProcessingError): number {
  return cause instanceof Response ? cause.status : 502;
}
