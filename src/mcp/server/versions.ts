/**
 * Determines a request's protocol revision. 2026-07-28 states it in every request, in `_meta` and headers that must agree; earlier
 * revisions start with `initialize` and send a version header afterwards. Neither needs a session here.
 */
import { isRecord, RPC, RpcError, type Params, type RpcMessage } from "./rpc.ts";

/** The revision without sessions. */
export const STATELESS = "2026-07-28";
/** Revisions with `initialize`, newest first. */
export const WITH_INITIALIZE = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
export const SUPPORTED_VERSIONS: readonly string[] = [STATELESS, ...WITH_INITIALIZE];

const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const BASE64 = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

/** The `params` field repeated in `Mcp-Name`, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** Throws RpcError (400) if headers and body disagree or the revision isn't supported. */
export function versionOf(headers: Headers, message: RpcMessage): string {
  const header = headers.get("mcp-protocol-version");
  const meta = isRecord(message.params["_meta"]) ? message.params["_meta"] : {};
  if (meta[META_VERSION] === undefined && header !== STATELESS) return oldVersion(header, message);
  if (message.id !== null) requireAgreement(headers, message, meta);
  return STATELESS;
}

function oldVersion(header: string | null, { method }: RpcMessage): string {
  const version = header ?? WITH_INITIALIZE[0];
  if (method === "initialize" || (WITH_INITIALIZE as readonly string[]).includes(version)) return version;
  throw unsupported(version);
}

function requireAgreement(headers: Headers, message: RpcMessage, meta: Params): void {
  const told = meta[META_VERSION];
  if (typeof told !== "string" || !isRecord(meta[META_CAPABILITIES])) {
    throw new RpcError(RPC.invalidParams, `\`_meta\` needs ${META_VERSION} and ${META_CAPABILITIES}.`, {
      status: 400,
    });
  }
  if (headers.get("mcp-protocol-version") !== told) throw mismatch("MCP-Protocol-Version");
  if (told !== STATELESS) throw unsupported(told);
  if (headers.get("mcp-method") !== message.method) throw mismatch("Mcp-Method");
  const field = NAMED_BY[message.method];
  if (field !== undefined && decoded(headers.get("mcp-name")) !== message.params[field])
    throw mismatch("Mcp-Name");
}

/** A header value, base64-encoded if not plain ASCII. */
function decoded(value: string | null): string | null {
  const encoded = value === null ? null : BASE64.exec(value.trim())?.[1];
  if (encoded === undefined || encoded === null) return value?.trim() ?? null;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

function mismatch(header: string): RpcError {
  return new RpcError(RPC.headerMismatch, `The header ${header} is missing or doesn't match the body.`, {
    status: 400,
  });
}

function unsupported(requested: string): RpcError {
  return new RpcError(RPC.unsupportedVersion, "This revision of the protocol isn't supported.", {
    status: 400,
    data: { supported: SUPPORTED_VERSIONS, requested },
  });
}
