/**
 * The MCP endpoint, and access grants. Requests are authenticated by access token only, never by cookie. One message in, one response
 * out: no streams and no sessions.
 */
import { servedTo } from "../open.ts";
import { authDeps, bearerPrefix, type Principal } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { TokenScope } from "../../platform/api/endpoint.ts";
import {
  createToken,
  findHolder,
  listGrants,
  RESOURCE_METADATA,
  respond,
  revokeGrant,
  touchGrant,
  type GrantHolder,
} from "../server/index.ts";
import { mcpEndpoints } from "../api/mcp.ts";
import { inBackground, type HttpContext } from "../../platform/http/context.ts";
import { limitAddress } from "../../platform/http/middleware/address-limit.ts";
import { readJsonBody } from "../../platform/http/middleware/body.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export const MCP_ENDPOINT = "/mcp";
/** Rate limit window (wrangler.toml). */
const RETRY_SECONDS = "60";
const BEARER = /^bearer +(\S+)$/i;

export function mcpRoutes(app: App): void {
  app.post(MCP_ENDPOINT, serveMessage);

  serve(app, mcpEndpoints.mcpGrants, async ({ ctx, principal }) => ({
    items: await listGrants(authDeps(ctx.deployment), principal),
    nextCursor: null,
    endpoint: `${ctx.config.appOrigin}${MCP_ENDPOINT}`,
  }));

  serve(app, mcpEndpoints.createMcpToken, async ({ ctx, principal, body }) => {
    const { grant, token } = await createToken(authDeps(ctx.deployment), principal, body);
    return { ...grant, token };
  });

  serve(app, mcpEndpoints.revokeMcpGrant, async ({ ctx, principal, param }) => {
    await revokeGrant(authDeps(ctx.deployment), principal, param("id"));
    return OK;
  });
}

/** The member of an access token with this scope, for one request of our API. */
export async function tokenHolder(c: HttpContext, token: string, scope: TokenScope): Promise<Principal> {
  const { deployment } = c.var;
  const auth = authDeps(deployment);
  const holder = await findHolder(auth, token);
  if (holder === null)
    throw new AppError("unauthenticated", "This access token has expired, was revoked, or doesn’t exist.");
  const { user, tenant, grant } = holder;
  if (!grant.scopes.includes(scope))
    throw new AppError("forbidden", `This access token isn’t allowed to do this (${scope}).`);
  if (!(await deployment.mayCall("mcp", grant.id)))
    throw new AppError("rate_limited", "Too many requests with this token. Try again in a minute.");
  inBackground(c, touchGrant(auth, holder));
  return {
    user,
    tenant,
    sessionId: `${bearerPrefix(user.id)}${(await sha256Hex(token)).slice(0, 32)}`,
    expiresAt: grant.expiresAt,
    via: "bearer",
    scopes: grant.scopes,
  };
}

async function serveMessage(c: HttpContext): Promise<Response> {
  const { deployment } = c.var;
  const auth = authDeps(deployment);
  const token = BEARER.exec(c.req.header("authorization")?.trim() ?? "")?.[1];
  const holder = token === undefined ? null : await findHolder(auth, token);
  if (holder === null) {
    if (token !== undefined) await limitAddress(c, "entry");
    const problem = token === undefined ? "" : ', error="invalid_token"';
    c.header("www-authenticate", `Bearer ${metadataOf(c)}${problem}`);
    return c.json({ error: "invalid_token", error_description: "Send an access token of this team." }, 401);
  }
  if (!(await deployment.mayCall("mcp", holder.grant.id))) {
    c.header("retry-after", RETRY_SECONDS);
    return c.json(
      {
        error: "rate_limited",
        error_description: "Too many requests with this token. Try again in a minute.",
      },
      429,
    );
  }
  inBackground(c, touchGrant(auth, holder));
  return answerRequest(c, holder);
}

async function answerRequest(c: HttpContext, holder: GrantHolder): Promise<Response> {
  const { deployment, requestId } = c.var;
  const { status, body, insufficient, failure } = await respond(
    () => servedTo(deployment.tenant(holder.tenant.id), holder),
    c.req.raw.headers,
    () => readJsonBody(c.req.raw),
  );
  if (failure !== undefined) deployment.log.error("mcp.failed", { requestId, error: failure });
  // RFC 6750, section 3.1: a client can ask for the scope that would do.
  if (insufficient !== undefined) {
    const scope = insufficient.scope === null ? "" : `, scope="${insufficient.scope}"`;
    c.header("www-authenticate", `Bearer error="insufficient_scope"${scope}, ${metadataOf(c)}`);
  }
  return body === null ? c.body(null, 202) : c.json(body, status as 200);
}

function metadataOf(c: HttpContext): string {
  return `resource_metadata="${c.var.deployment.config.appOrigin}${RESOURCE_METADATA}${MCP_ENDPOINT}"`;
}
