/**
 * OAuth authorization by a member (RFC 6749 section 4.1 with PKCE, RFC 7636; OAuth 2.1). The consent page shows the client and where its
 * code would go. Nothing is sent to an unregistered URI, and a code is valid for ten minutes, once, and only with the client's verifier.
 */
import type { Principal } from "../../platform/auth/index.ts";
import { auditStatement, userActor } from "../../platform/audit/index.ts";
import { mcpGrants } from "../tables/mcp.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { MCP_SCOPES, type AuthorizationRequest, type McpScope } from "../api/mcp.ts";
import {
  findClient,
  hasRegistered,
  isRedirectUri,
  REDIRECT_URIS,
  type ClientSeal,
  type OAuthClient,
} from "./clients.ts";
import { emptyGrant, homeOf, mintSecret, requireRoom, scopeWords, type GrantDeps } from "./grants.ts";

const CODE_MS = 10 * 60_000;
/** A client unused for this long must be authorized again. */
export const IDLE_DAYS = 90;
/** S256 challenge: base64url of a SHA-256. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export interface AuthorizeDeps extends GrantDeps {
  readonly clients: ClientSeal;
  readonly appOrigin: string;
  /** The audience of tokens: the endpoint's URL. */
  readonly resource: string;
}

/** The request to show, or where to send the browser with an error for an invalid request. */
export type Asked =
  | { readonly kind: "ask"; readonly name: string; readonly home: string; readonly scopes: McpScope[] }
  | { readonly kind: "back"; readonly url: string };

/** Throws AppError `invalid_request` for an unknown client or redirect URI: the browser isn't sent there. */
export async function readRequest(deps: AuthorizeDeps, request: AuthorizationRequest): Promise<Asked> {
  const client = await clientOf(deps, request);
  const scopes = scopesOf(request.scope);
  const problem = problemOf(deps, request, scopes);
  if (problem !== null) return { kind: "back", url: backWith(deps, request, { error: problem }) };
  return { kind: "ask", name: client.name, home: homeOf(request.redirectUri), scopes };
}

/** Authorizes the client for `scopes`, or refuses. Returns where to send the browser. Throws AppError `invalid_request`, `conflict`. */
export async function decideRequest(
  deps: AuthorizeDeps,
  by: Principal,
  request: AuthorizationRequest,
  scopes: readonly McpScope[],
): Promise<string> {
  const asked = await readRequest(deps, request);
  if (asked.kind === "back") return asked.url;
  const allowed = scopes.filter((scope) => asked.scopes.includes(scope));
  if (allowed.length === 0) return backWith(deps, request, { error: "access_denied" });
  const db = deps.db(by.tenant.id);
  const nowMs = deps.clock.now();
  await requireRoom(db, by.user.id, nowMs);
  const { secret, hash } = await mintSecret("code");
  const row = {
    ...emptyGrant(by, deps.ids.newId(), nowMs),
    kind: "client" as const,
    name: asked.name,
    scopes: allowed,
    clientHash: await sha256Hex(request.clientId),
    redirectUri: request.redirectUri,
    codeHash: hash,
    codeChallenge: request.codeChallenge,
    codeExpiresAt: isoTime(nowMs + CODE_MS),
    expiresAt: isoTime(nowMs + IDLE_DAYS * DAY_MS),
  };
  await db.batch([
    db.insert(mcpGrants, row),
    auditStatement(
      db,
      {
        id: await derivedId("audit", "access.allowed", row.id),
        actor: userActor(by.user),
        action: "access.allowed",
        subject: { kind: "access", id: row.id },
        sentence: `${by.user.name} connected “${row.name}” (${asked.home}): ${scopeWords(allowed)}.`,
      },
      nowMs,
    ),
  ]);
  return backWith(deps, request, { code: secret });
}

async function clientOf(deps: AuthorizeDeps, request: AuthorizationRequest): Promise<OAuthClient> {
  const client = await findClient(deps.clients, request.clientId);
  if (client === null) {
    throw new AppError(
      "invalid_request",
      "This app isn’t registered here. Remove the server in the app and add it again.",
    );
  }
  if (!hasRegistered(client, request.redirectUri)) {
    throw new AppError(
      "invalid_request",
      "This app used a redirect address it hasn’t registered. Nothing was sent there.",
    );
  }
  // Checked again: registrations never expire, and this one may predate the current rules.
  if (!isRedirectUri(request.redirectUri)) {
    throw new AppError(
      "invalid_request",
      `This app used a redirect address that isn’t allowed. Nothing was sent there. Allowed: ${REDIRECT_URIS}.`,
    );
  }
  return client;
}

function scopesOf(scope: string): McpScope[] {
  const named = scope.split(" ").filter((one) => one !== "");
  return named.length === 0 ? [...MCP_SCOPES] : MCP_SCOPES.filter((one) => named.includes(one));
}

/** The OAuth error of an invalid request; null if it is valid. */
function problemOf(
  { resource }: AuthorizeDeps,
  request: AuthorizationRequest,
  scopes: readonly McpScope[],
): string | null {
  if (request.responseType !== "code") return "unsupported_response_type";
  if (request.codeChallengeMethod !== "S256" || !CHALLENGE.test(request.codeChallenge))
    return "invalid_request";
  if (scopes.length === 0) return "invalid_scope";
  return isResource(request.resource, resource) ? null : "invalid_target";
}

/** Whether a resource indicator (RFC 8707) names this server; older clients may omit it. */
export function isResource(given: string | null, resource: string): boolean {
  return (
    given === null ||
    given.replace(/\/$/, "") === resource ||
    given.replace(/\/$/, "") === new URL(resource).origin
  );
}

/** The client's redirect URI with the response, state and issuer (RFC 9207). */
function backWith(
  { appOrigin }: AuthorizeDeps,
  { redirectUri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: appOrigin }))
    url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
}
