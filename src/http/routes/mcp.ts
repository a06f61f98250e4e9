/**
 * The Model Context Protocol's one endpoint, and the grants it stands on. A request carries an access token and nothing else is believed: no cookie opens it.
 * One message in, one answer out; there is no stream to hold open and no session to steal.
 */
import {
  createToken,
  errorBody,
  findHolder,
  listGrants,
  parseMessage,
  resultBody,
  answer as answerMcp,
  revokeGrant,
  RPC,
  RESOURCE_METADATA,
  RpcError,
  touchGrant,
  versionOf,
  type GrantHolder,
  type RpcMessage,
} from "../../mcp/index.ts";
import { appErrorIn } from "../../kernel/errors.ts";
import { mcpEndpoints } from "../../protocol/mcp.ts";
import { inBackground, type HttpContext } from "../context.ts";
import { readJsonBody } from "../middleware/body.ts";
import { OK, serve, type App } from "../serve.ts";

/** Where clients send their messages. */
export const MCP_ENDPOINT = "/mcp";
const BEARER = /^bearer +(\S+)$/i;

/** Adds them. */
export function mcpRoutes(app: App): void {
  app.post(MCP_ENDPOINT, serveMessage);

  serve(app, mcpEndpoints.mcpGrants, async ({ services, principal }) => ({
    items: await listGrants(services.auth, principal),
    nextCursor: null,
    endpoint: `${services.config.appOrigin}${MCP_ENDPOINT}`,
  }));

  serve(app, mcpEndpoints.createMcpToken, async ({ services, principal, body }) => {
    const { grant, token } = await createToken(services.auth, principal, body);
    return { ...grant, token };
  });

  serve(app, mcpEndpoints.revokeMcpGrant, async ({ services, principal, param }) => {
    await revokeGrant(services.auth, principal, param("id"));
    return OK;
  });
}

async function serveMessage(c: HttpContext): Promise<Response> {
  const { auth, config } = c.var.services;
  const token = BEARER.exec(c.req.header("authorization")?.trim() ?? "")?.[1];
  const holder = token === undefined ? null : await findHolder(auth, token);
  if (holder === null) {
    const problem = token === undefined ? "" : ', error="invalid_token"';
    c.header(
      "www-authenticate",
      `Bearer resource_metadata="${config.appOrigin}${RESOURCE_METADATA}${MCP_ENDPOINT}"${problem}`,
    );
    return c.json({ error: "invalid_token", error_description: "Send an access token of this team." }, 401);
  }
  inBackground(c, touchGrant(auth, holder));
  return respond(c, holder);
}

async function respond(c: HttpContext, holder: GrantHolder): Promise<Response> {
  let message: RpcMessage | null = null;
  try {
    message = parseMessage(await readJsonBody(c.req.raw));
    const version = versionOf(c.req.raw.headers, message);
    // A notification asks for nothing, and nothing here waits for one.
    if (message.id === null) return c.body(null, 202);
    return c.json(resultBody(message.id, await answerMcp(c.var.services.served(holder), message, version)));
  } catch (error) {
    return failure(c, message, error);
  }
}

/** An error as JSON-RPC says it. What isn't expected goes to the log alone. */
function failure(c: HttpContext, message: RpcMessage | null, error: unknown): Response {
  const id = message?.id ?? null;
  if (error instanceof RpcError) {
    if (error.status === 403) c.header("www-authenticate", insufficient(c, error.data));
    return c.json(errorBody(id, error), error.status as 200);
  }
  const known = appErrorIn(error);
  if (known !== null && known.code !== "internal") {
    const code = known.code === "invalid_json" ? RPC.parse : RPC.refused;
    return c.json(errorBody(id, { code, message: known.message, data: { code: known.code } }), known.status);
  }
  const { requestId, services } = c.var;
  services.logger.error("mcp.failed", { requestId, error });
  const said = `Something went wrong on our side (request ${requestId}).`;
  return c.json(errorBody(id, { code: RPC.internal, message: said, data: undefined }), 500);
}

/** RFC 6750, section 3.1: the scope that would do. */
function insufficient(c: HttpContext, data: unknown): string {
  const scope =
    data !== null && typeof data === "object" && "scope" in data ? `, scope="${String(data.scope)}"` : "";
  return `Bearer error="insufficient_scope", resource_metadata="${c.var.services.config.appOrigin}${RESOURCE_METADATA}${MCP_ENDPOINT}"${scope}`;
}
