/** MCP server for other agents, acting on a member's behalf, and its grants. */
export { decideRequest, readRequest, type AuthorizeDeps } from "./authorize.ts";
export { registerClient, type ClientSeal } from "./clients.ts";
export { RESOURCE_METADATA, resourceMetadata, SERVER_METADATA, serverMetadata } from "./metadata.ts";
export { OAuthError } from "./oauth-error.ts";
export { issueTokens, revokeToken } from "./token-endpoint.ts";
export { createToken, findHolder, listGrants, revokeGrant, touchGrant, type GrantHolder } from "./grants.ts";
export { RPC, RpcError, type Params } from "./rpc.ts";
export { respond } from "./respond.ts";
export type {
  CallResult,
  Page,
  Served,
  ServedContents,
  ServedPrompt,
  ServedResource,
  ServedTool,
} from "./server.ts";
