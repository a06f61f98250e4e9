/** Handles one HTTP request of the protocol: headers and body in, status and body out. */
import { appErrorIn } from "../../kernel/errors.ts";
import { errorBody, parseMessage, resultBody, RPC, RpcError, type RpcMessage } from "./rpc.ts";
import { answerMessage, type Served } from "./server.ts";
import { versionOf } from "./versions.ts";

interface McpAnswer {
  readonly status: number;
  /** Null for notifications, which get no response. */
  readonly body: object | null;
  /** Set if the grant isn't sufficient: the scope that would be, if any. */
  readonly insufficient?: { readonly scope: string | null };
  /** An unexpected error, for the log only. */
  readonly failure?: unknown;
}

/** Never throws. */
export async function respond(
  served: () => Served,
  headers: Headers,
  readBody: () => Promise<unknown>,
): Promise<McpAnswer> {
  let message: RpcMessage | null = null;
  try {
    message = parseMessage(await readBody());
    const version = versionOf(headers, message);
    if (message.id === null) return { status: 202, body: null };
    return { status: 200, body: resultBody(message.id, await answerMessage(served(), message, version)) };
  } catch (error) {
    return failed(message?.id ?? null, error);
  }
}

function failed(id: RpcMessage["id"], error: unknown): McpAnswer {
  if (error instanceof RpcError) {
    const { status, data } = error;
    const scope = data !== null && typeof data === "object" && "scope" in data ? String(data.scope) : null;
    return { status, body: errorBody(id, error), ...(status === 403 ? { insufficient: { scope } } : {}) };
  }
  const known = appErrorIn(error);
  if (known !== null && known.code !== "internal") {
    const code = known.code === "invalid_json" ? RPC.parse : RPC.refused;
    return {
      status: known.status,
      body: errorBody(id, { code, message: known.message, data: { code: known.code } }),
    };
  }
  const said = "Something went wrong on our side.";
  return {
    status: 500,
    body: errorBody(id, { code: RPC.internal, message: said, data: undefined }),
    failure: error,
  };
}
