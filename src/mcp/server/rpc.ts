/** JSON-RPC 2.0 as MCP uses it over HTTP: one message per request, and errors with their status (MCP 2026-07-28, "Streamable HTTP"). */

/** JSON-RPC and MCP error codes. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  notFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** In JSON-RPC's server-defined range. */
  refused: -32000,
} as const;

type RpcId = string | number;
export type Params = Readonly<Record<string, unknown>>;

/** A client message: a request with an ID, or a notification without. */
export interface RpcMessage {
  readonly id: RpcId | null;
  readonly method: string;
  readonly params: Params;
}

/** An expected failure as a JSON-RPC error, with an HTTP status if it isn't 200. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

const METHOD_CHARS = 100;

/** Parses one message. Throws RpcError for responses, batches, and anything else. */
export function parseMessage(body: unknown): RpcMessage {
  if (!isRecord(body)) throw invalid("Send one JSON-RPC 2.0 message.");
  const { jsonrpc, id, method, params = {} } = body;
  if (jsonrpc !== "2.0" || !isIdOrNone(id) || !isMethod(method)) {
    throw invalid("This isn't a JSON-RPC 2.0 request.");
  }
  if (!isRecord(params))
    throw new RpcError(RPC.invalidParams, "`params` must be an object.", { status: 400 });
  return { id: id ?? null, method, params };
}

function isIdOrNone(id: unknown): id is RpcId | undefined {
  return id === undefined || typeof id === "string" || Number.isInteger(id);
}

function isMethod(method: unknown): method is string {
  return typeof method === "string" && method !== "" && method.length <= METHOD_CHARS;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidRequest, message, { status: 400 });
}

export function resultBody(id: RpcId, result: Params) {
  return { jsonrpc: "2.0", id, result } as const;
}

/** Without an ID if the request's ID couldn't be read. */
export function errorBody(
  id: RpcId | null,
  { code, message, data }: Pick<RpcError, "code" | "message" | "data">,
) {
  return {
    jsonrpc: "2.0",
    ...(id === null ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  } as const;
}
