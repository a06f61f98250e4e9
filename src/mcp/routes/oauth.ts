/** OAuth server for MCP clients: discovery, registration, member consent, tokens. Only consent requires a session. */
import { authDeps } from "../../platform/auth/index.ts";
import { clientSeal } from "../open.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  decideRequest,
  issueTokens,
  OAuthError,
  readRequest,
  registerClient,
  RESOURCE_METADATA,
  resourceMetadata,
  revokeToken,
  SERVER_METADATA,
  serverMetadata,
  type AuthorizeDeps,
} from "../server/index.ts";
import { oauthEndpoints } from "../api/mcp.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { limitAddress } from "../../platform/http/middleware/address-limit.ts";
import { readBytes, readJsonBody } from "../../platform/http/middleware/body.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { MCP_ENDPOINT } from "./mcp.ts";

const FORM_BYTES = 16_384;
/** Metadata contains no tenant data. */
const PUBLIC = "public, max-age=3600";

export function oauthRoutes(app: App): void {
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}${MCP_ENDPOINT}`]) {
    app.get(path, (c) =>
      c.json(resourceMetadata(c.var.deployment.config.appOrigin, MCP_ENDPOINT), 200, {
        "cache-control": PUBLIC,
      }),
    );
  }
  app.get(SERVER_METADATA, (c) =>
    c.json(serverMetadata(c.var.deployment.config.appOrigin), 200, { "cache-control": PUBLIC }),
  );

  app.post("/oauth/register", (c) =>
    withOAuthErrors(c, async () => {
      await limitAddress(c, "entry");
      const { deployment } = c.var;
      const metadata = await metadataOf(c);
      return c.json(await registerClient(clientSeal(deployment), metadata, deployment.clock.now()), 201);
    }),
  );
  app.post("/oauth/token", (c) =>
    withOAuthErrors(c, async () => {
      await limitAddress(c, "public");
      return c.json(await issueTokens(depsOf(c), await form(c)));
    }),
  );
  app.post("/oauth/revoke", (c) =>
    withOAuthErrors(c, async () => {
      await limitAddress(c, "public");
      await revokeToken(depsOf(c), await form(c));
      return c.body(null, 200);
    }),
  );

  serve(app, oauthEndpoints.readAuthorization, async ({ c, body, principal }) => {
    const asked = await readRequest(depsOf(c), body);
    return asked.kind === "back"
      ? asked
      : { ...asked, team: principal.tenant.name, userName: principal.user.name };
  });
  serve(app, oauthEndpoints.decideAuthorization, async ({ c, body, principal }) => ({
    url: await decideRequest(depsOf(c), principal, body.request, body.scopes),
  }));
}

function depsOf(c: HttpContext): AuthorizeDeps {
  const { deployment } = c.var;
  const { appOrigin } = deployment.config;
  return {
    ...authDeps(deployment),
    clients: clientSeal(deployment),
    appOrigin,
    resource: `${appOrigin}${MCP_ENDPOINT}`,
  };
}

/** Throws OAuthError for invalid JSON (RFC 7591 section 3.2.2). */
async function metadataOf(c: HttpContext): Promise<unknown> {
  try {
    return await readJsonBody(c.req.raw, FORM_BYTES);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new OAuthError("invalid_client_metadata", error.message);
  }
}

async function form(c: HttpContext): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readBytes(c.req.raw, FORM_BYTES)));
}

async function withOAuthErrors(c: HttpContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return c.json({ error: error.error, error_description: error.message }, error.status);
  }
}
