/**
 * Vectorize and Workers AI over Cloudflare's REST API with the interface of their bindings (developers.cloudflare.com/api:
 * vectorize/v2/indexes, ai/run; read 2026-11-24), to check the Worker's assumptions against a real account.
 */
import type { AiBinding, VectorizeIndex } from "../src/knowledge/vectors/index.ts";

const TIMEOUT_MS = 30_000;

/** An account, and a token with Vectorize: Edit and Workers AI: Run. */
export interface CloudflareAccount {
  readonly accountId: string;
  readonly token: string;
  /** API URL override for tests. */
  readonly baseUrl?: string | undefined;
}

interface Envelope {
  readonly success?: boolean;
  readonly result?: unknown;
  readonly errors?: readonly { readonly code?: number; readonly message?: string }[];
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** API calls for the account; throws an Error with Cloudflare's message. */
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

/** Metadata indexes with types (src/knowledge/vectors/vectorize.ts). They only apply to vectors written later. */
export const METADATA_INDEXES = [
  ["source", "string"],
  ["at", "number"],
  ["thread", "string"],
] as const;

/** Creates an index like `npm run deploy`. */
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

/** An index with the binding's interface. */
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

/** Workers AI with the binding's interface. */
export function restAi(call: Call): AiBinding {
  return { run: (model, input) => call("POST", `/ai/run/${model}`, input) };
}
