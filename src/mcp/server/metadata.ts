/** Discovery metadata (RFC 9728, RFC 8414). */
import { MCP_SCOPES } from "../api/mcp.ts";

/** Path of the protected resource metadata. */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";
/** Path of the authorization server metadata. */
export const SERVER_METADATA = "/.well-known/oauth-authorization-server";

export function resourceMetadata(appOrigin: string, endpoint: string) {
  return {
    resource: `${appOrigin}${endpoint}`,
    resource_name: "Steward",
    authorization_servers: [appOrigin],
    scopes_supported: MCP_SCOPES,
    bearer_methods_supported: ["header"],
  };
}

/** The authorization endpoint is a page, so that a signed-in member sees who is asking. */
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
