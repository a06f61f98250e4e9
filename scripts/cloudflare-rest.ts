/**
 * Vectorize and Workers AI over Cloudflare's REST API in the shape of their bindings (developers.cloudflare.com/api: vectorize/v2/indexes, ai/run; read 2026-11-24), for
 * checking against a real account what the Worker relies on.
 */
import type { AiBinding, VectorizeIndex } from "../src/knowledge/vectors/index.ts";

const TIMEOUT_MS = 30_000;

/** An account, and a token that may write to Vectorize and run Workers AI. */
export interface CloudflareAccount {
  readonly accountId: string;
  readonly token: string;
  /** Another address of the API, for tests. */
  readonly baseUrl?: string | undefined;
}

interface Envelope {
  readonly success?: boolean;
  readonly result?: unknown;
  readonly errors?: readonly { readonly code?: number; readonly message?: string }[];
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Calls below the account; throws an Error with what Cloudflare says. */
export function cloudflareCalls({ accountId, token, baseUrl }: CloudflareAccount): Call {
  const root = `${baseUrl ?? "https://api.cloudflare.com/client/v4"}/accounts/${encodeURIComponent(accountId)}`;
  return async (method, path, body) => {
    const isLines = typeof body === "string";
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { "content-type": isLines ? "application/x-ndjson" : "application/json" }),
      },
      ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success, result, errors = [] } = (await answer.json().catch(() => ({}))) as Envelope;
    if (answer.ok && success === true) return result;
    const said = errors.map(({ code, message }) => `${message ?? ""} [${code ?? "?"}]`).join("; ");
    throw new Error(`${method} ${path} answered ${answer.status}${said === "" ? "" : `: ${said}`}`);
  };
}

/** What vectors are filtered by, with its type (src/knowledge/vectors/vectorize.ts). Holds only for what is written after it is made. */
export const METADATA_INDEXES = [
  ["source", "string"],
  ["at", "number"],
  ["thread", "string"],
] as const;

/** Makes an index with metadata indexes as `npm run deploy` makes them. */
export async function createIndex(call: Call, name: string, dimensions: number): Promise<void> {
  const description = "Made by vectors:check. Safe to delete.";
  await call("POST", "/vectorize/v2/indexes", {
    name,
    description,
    config: { dimensions, metric: "cosine" },
  });
  for (const [propertyName, indexType] of METADATA_INDEXES)
    await call("POST", `/vectorize/v2/indexes/${name}/metadata_index/create`, { propertyName, indexType });
}

export async function deleteIndex(call: Call, name: string): Promise<void> {
  await call("DELETE", `/vectorize/v2/indexes/${name}`);
}

/** An index as a Worker is bound to it. */
export function restVectorize(call: Call, name: string): VectorizeIndex {
  const path = `/vectorize/v2/indexes/${name}`;
  return {
    upsert: (vectors) =>
      call(
        "POST",
        `${path}/upsert`,
        vectors.map((one) => `${JSON.stringify({ ...one, values: [...one.values] })}\n`).join(""),
      ),
    deleteByIds: (ids) => call("POST", `${path}/delete_by_ids`, { ids }),
    async getByIds(ids) {
      const result = await call("POST", `${path}/get_by_ids`, { ids });
      return result as Awaited<ReturnType<VectorizeIndex["getByIds"]>>;
    },
    async query(values, options) {
      const result = await call("POST", `${path}/query`, { ...options, vector: [...values] });
      return result as Awaited<ReturnType<VectorizeIndex["query"]>>;
    },
  };
}

/** Workers AI as a Worker is bound to it. */
export function restAi(call: Call): AiBinding {
  return { run: (model, input) => call("POST", `/ai/run/${model}`, input) };
}
