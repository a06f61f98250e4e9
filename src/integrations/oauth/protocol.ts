/**
 * OAuth 2.0 as our vendors speak it: the authorisation-code grant (RFC 6749 section 4.1) with PKCE (RFC 7636, S256) and `state`, and the refresh grant.
 * The library checks the protocol; the way out is our outside HTTP, each exchange sent exactly once. A vendor's own error texts go nowhere.
 */
import * as oauth from "oauth4webapi";
import type { ConsentTokens } from "../../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** Our registration at a vendor. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** Where a vendor is asked. */
export interface OAuthServer {
  readonly vendor: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
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
  { authorizeUrl }: OAuthServer,
  client: Pick<OAuthClient, "id">,
  { redirectUri, scopes }: { readonly redirectUri: string; readonly scopes: readonly string[] },
): Promise<{ readonly url: string; readonly state: string; readonly verifier: string }> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(authorizeUrl);
  const asked = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
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
      came.verifier,
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
  const { authorizeUrl, tokenUrl, vendor } = server;
  return {
    as: {
      issuer: new URL(tokenUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    },
    client: { client_id: client.id },
    auth: oauth.ClientSecretPost(client.secret),
    options: {
      // Addresses are checked where the deployment is configured; the sandbox's alone are plain HTTP.
      [oauth.allowInsecureRequests]: tokenUrl.startsWith("http:"),
      [oauth.customFetch]: fetchBy(http, vendor),
    },
  };
}

function fetchBy(http: OutsideHttp, vendor: string) {
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
    return new Response(withTokenType(text), { status, headers: { "content-type": "application/json" } });
  };
}

/** ClickUp's description of its answer has no `token_type`, which RFC 6749 section 5.1 asks for. */
function withTokenType(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== "object" || answer === null || !("access_token" in answer)) return text;
    return JSON.stringify({ token_type: "bearer", ...answer });
  } catch {
    return text;
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
