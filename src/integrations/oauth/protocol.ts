/**
 * OAuth 2.0 as our vendors use it: the authorization-code grant (RFC 6749 section 4.1) with PKCE (RFC 7636, S256) and `state`, and the
 * refresh grant. The library validates the protocol; requests go through our outside HTTP, each exchange exactly once. Vendor error texts
 * are never passed on.
 */
import * as oauth from "oauth4webapi";
import type { ConsentTokens } from "../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { ConsentAccount, ConsentForm, OAuthClient } from "./consent-form.ts";

/** Endpoints, and deviations from the RFC. */
interface OAuthServer extends Pick<
  ConsentForm<string>,
  "separator" | "withoutPkce" | "authorizeParams" | "readAnswer"
> {
  readonly vendor: string;
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
}

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

export interface OAuthWorld {
  readonly server: OAuthServer;
  readonly client: OAuthClient;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** The response to a code or refresh token: tokens, or an error code of RFC 6749 section 5.2. */
export type Exchanged =
  | { readonly kind: "tokens"; readonly tokens: ConsentTokens; readonly scopes: readonly string[] | null }
  | { readonly kind: "refused"; readonly code: string };

/** Upper bound for an exchange; shorter than the renewal lease. */
const EXCHANGE_TIMEOUT_MS = 20_000;

/** The secrets of one consent and the authorize URL. */
export async function authorizeRequest(
  { authorizeUrl, separator = " ", withoutPkce, authorizeParams }: OAuthServer,
  client: Pick<OAuthClient, "id">,
  asking: {
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    /** The currently connected account. */
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

/** Exchanges a code. Throws IntegrationError if the vendor's response is unusable. */
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

/** Renews access. Vendors that rotate invalidate the refresh token, so it is sent exactly once. Throws IntegrationError. */
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
      // Addresses are validated in the deployment's configuration; only the sandbox uses plain HTTP.
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

/** Converts the response to the form RFC 6749 describes. */
function asDescribed(status: number, text: string, readAnswer: OAuthServer["readAnswer"]): Response {
  const headers = { "content-type": "application/json" };
  const own = objectIn(text);
  if (own === null) return new Response(text, { status, headers });
  const answer = readAnswer?.(own) ?? own;
  // ClickUp documents no `token_type`, which section 5.1 requires.
  const whole = "access_token" in answer ? { token_type: "bearer", ...answer } : answer;
  // GitHub and Slack report a refused code with status 200.
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
    throw new IntegrationError(vendor, `${vendor} returned an unexpected sign-in response`, {
      outcome: "unknown",
      status,
    });
  }
}

function statusIn({ cause }: oauth.OperationProcessingError): number {
  return cause instanceof Response ? cause.status : 502;
}
