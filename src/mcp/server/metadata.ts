/** What clients find their way by (RFC 9728, RFC 8414). */
import { MCP_SCOPES } from "../api/mcp.ts";

/** Where the endpoint says which server gives tokens for it. */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
/** Where that server says how. */
export const SERVER_METADATA = "/.well-known/oauth-authorization-server";

/** Of the endpoint. */
export function resourceMetadata(appOrigin: string, endpoint: string) {
  return {
    resource: `${appOrigin}${endpoint}`,
    resource_name: "Steward",
    authorization_servers: [appOrigin],
    scopes_supported: MCP_SCOPES,
    bearer_methods_supported: ["header"],
  };
}

/** Of the authorization server. Its authorization endpoint is a page: who asks is shown to somebody who is signed in. */
export function serverMetadata(appOrigin: string) {
  return {
    issuer: appOrigin,
    authorization_endpoint: `${appOrigin}/authorize`,
    token_endpoint: `${appOrigin}/oauth/token`,
    registration_endpoint: `${appOrigin}/oauth/register`,
    revocation_endpoint: `${appOrigin}/oauth/revoke`,
    scopes_supported: MCP_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  };
}
