/** Access for other agents: what an MCP client may do on a member's behalf. */
import * as z from "zod";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { CHAT_SCOPES, endpoint } from "../../platform/api/endpoint.ts";

/** Scopes of MCP clients. Persisted, and used as OAuth scopes. */
export const MCP_SCOPES = ["records:read", "records:write", "actions:propose"] as const;
export const mcpScopeSchema = z.enum(MCP_SCOPES);
export type McpScope = z.infer<typeof mcpScopeSchema>;

/** Scopes of grants: a personal token can also talk to Steward. */
export const GRANT_SCOPES = [...MCP_SCOPES, ...CHAT_SCOPES] as const;
const grantScopeSchema = z.enum(GRANT_SCOPES);
export type GrantScope = z.infer<typeof grantScopeSchema>;

/** Lifetimes of personal tokens, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;

const scopesSchema = z
  .array(grantScopeSchema)
  .min(1)
  .max(GRANT_SCOPES.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, "Each scope may be listed once.");

/** A token or connected client on the settings page. */
export const mcpGrantSchema = z.object({
  id: z.string(),
  kind: z.enum(["personal", "client"]),
  name: z.string(),
  /** Where a client receives its codes; null for tokens. */
  home: z.string().nullable(),
  userName: z.string(),
  mine: z.boolean(),
  scopes: z.array(grantScopeSchema),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  expiresAt: timeSchema,
});
export type McpGrant = z.infer<typeof mcpGrantSchema>;

/** A client's authorization request (RFC 6749 section 4.1.1, RFC 7636, RFC 8707). */
export const authorizationRequestSchema = z.object({
  clientId: z.string().max(4_000),
  redirectUri: z.string().max(500),
  responseType: z.string().max(50),
  codeChallenge: z.string().max(200),
  codeChallengeMethod: z.string().max(20),
  scope: z.string().max(500),
  state: z.string().max(1_000).nullable(),
  resource: z.string().max(500).nullable(),
});
export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>;

export const mcpEndpoints = {
  mcpGrants: endpoint({
    method: "GET",
    path: "/api/mcp/grants",
    output: pageOf(mcpGrantSchema).extend({ endpoint: z.string() }),
  }),
  /** `token` is shown only once. */
  createMcpToken: endpoint({
    method: "POST",
    path: "/api/mcp/tokens",
    body: z.object({
      name: z.string().trim().min(1).max(60),
      scopes: scopesSchema,
      days: z.literal(TOKEN_DAYS),
    }),
    output: mcpGrantSchema.extend({ token: z.string() }),
    status: 201,
  }),
  revokeMcpGrant: endpoint({ method: "DELETE", path: "/api/mcp/grants/:id", output: okSchema }),
};

/** The consent page. */
export const oauthEndpoints = {
  readAuthorization: endpoint({
    method: "POST",
    path: "/api/mcp/authorization",
    body: authorizationRequestSchema,
    output: z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("ask"),
        /** The client's self-chosen name. */
        name: z.string(),
        /** Where the code goes: the only verified information about the client. */
        home: z.string(),
        scopes: z.array(mcpScopeSchema),
        team: z.string(),
        userName: z.string(),
      }),
      /** Invalid request: the browser returns to the client with an error. */
      z.object({ kind: z.literal("back"), url: z.string() }),
    ]),
  }),
  /** Empty scopes mean refusal. Returns where to send the browser. */
  decideAuthorization: endpoint({
    method: "POST",
    path: "/api/mcp/authorization/decision",
    body: z.object({
      request: authorizationRequestSchema,
      scopes: z.array(mcpScopeSchema).max(MCP_SCOPES.length),
    }),
    output: z.object({ url: z.string() }),
  }),
};
