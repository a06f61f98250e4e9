/** Cloudflare's REST API of Vectorize and Workers AI on this machine, as far as `vectors:check` uses it. It refuses what the real one does, and shows what is written a while later. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
export const TOKEN = "a-token-of-the-test";
const DELAY_MS = 30;

interface Stored {
  readonly id: string;
  readonly namespace: string;
  readonly values: readonly number[];
  readonly metadata: Readonly<Record<string, string | number>>;
}

interface Index {
  readonly dimensions: number;
  readonly filterable: Set<string>;
  readonly vectors: Map<string, Stored>;
}

interface Query {
  readonly vector: readonly number[];
  readonly topK: number;
  readonly namespace?: string;
  readonly filter?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What it does otherwise than the real one. */
export interface Flaws {
  readonly ignoresNamespaces?: boolean;
  readonly filtersBehindTopK?: boolean;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Starts it. `indexes` are those that are there. */
export async function startCloudflareRest(flaws: Flaws = {}) {
  const indexes = new Map<string, Index>();
  const server = createServer((request, response) => {
    answer(request, indexes, flaws).then(
      (result) => send(200, { success: true, errors: [], messages: [], result }),
      (error: unknown) => {
        const status = error instanceof Refused ? error.status : 500;
        send(status, {
          success: false,
          errors: [{ code: 10_000 + status, message: String(error) }],
          result: null,
        });
      },
    );
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    indexes,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answer(request: IncomingMessage, indexes: Map<string, Index>, flaws: Flaws): Promise<unknown> {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) throw new Refused(403, "Authentication error");
  const path = (request.url ?? "").replace(`/accounts/${ACCOUNT}`, "");
  const text = await textOf(request);
  if (path.startsWith("/ai/run/")) return runModel(path.slice("/ai/run/".length), JSON.parse(text));
  const [, name = "", act = ""] = /^\/vectorize\/v2\/indexes(?:\/([a-z0-9-]+))?(?:\/(.+))?$/.exec(path) ?? [];
  if (name === "") return create(indexes, JSON.parse(text) as Parameters<typeof create>[1]);
  const index = indexes.get(name);
  if (index === undefined) throw new Refused(404, "vectorize.not_found");
  if (request.method === "DELETE") {
    indexes.delete(name);
    return null;
  }
  const isLines = request.headers["content-type"] === "application/x-ndjson";
  if (isLines !== (act === "upsert")) throw new Refused(415, "vectorize.unsupported_media_type");
  if (act === "upsert") return upsert(index, text, flaws);
  return acts(index, act, JSON.parse(text) as Record<string, unknown>, flaws);
}

function create(
  indexes: Map<string, Index>,
  {
    name,
    config,
  }: { readonly name: string; readonly config: { readonly dimensions: number; readonly metric: string } },
): unknown {
  if (config.metric !== "cosine") throw new Refused(400, "vectorize.metric");
  indexes.set(name, { dimensions: config.dimensions, filterable: new Set(), vectors: new Map() });
  return { name, config };
}

function acts(index: Index, act: string, body: Record<string, unknown>, flaws: Flaws): unknown {
  if (act === "metadata_index/create")
    return { mutationId: String(index.filterable.add(String(body["propertyName"])).size) };
  if (act === "query") return query(index, body as unknown as Query, flaws);
  if (act === "get_by_ids")
    return (body["ids"] as readonly string[]).flatMap((id) => index.vectors.get(id) ?? []);
  if (act !== "delete_by_ids") throw new Refused(404, "vectorize.unknown_route");
  const { ids } = body as { readonly ids: readonly string[] };
  setTimeout(() => ids.forEach((id) => index.vectors.delete(id)), DELAY_MS);
  return { mutationId: "m", count: ids.length };
}

function upsert(index: Index, lines: string, flaws: Flaws): unknown {
  const vectors = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Stored);
  for (const { id, values } of vectors) {
    if (Buffer.byteLength(id) > 64) throw new Refused(400, "vectorize.id_too_long");
    if (values.length !== index.dimensions) throw new Refused(400, "vectorize.invalid_dimensions");
  }
  const sharesIds = flaws.ignoresNamespaces === true;
  const show = (): void =>
    vectors.forEach((one) => index.vectors.set(sharesIds ? (one.id.split(".")[1] ?? "") : one.id, one));
  // What is shared must be shared before the first question, however slow the machine.
  if (sharesIds) show();
  else setTimeout(show, DELAY_MS);
  return { mutationId: "m", count: vectors.length };
}

function query(index: Index, { vector, topK, namespace, filter = {} }: Query, flaws: Flaws): unknown {
  if (topK > 100) throw new Refused(400, "vectorize.top_k_too_large");
  // Without an index of its metadata a filter finds nothing.
  const fits = (one: Stored): boolean =>
    Object.entries(filter).every(
      ([key, wanted]) => index.filterable.has(key) && holds(one.metadata[key], wanted),
    );
  const ranked = [...index.vectors.values()]
    .filter((one) => one.namespace === namespace)
    .map((one) => ({ one, id: one.id, score: cosine(one.values, vector) }))
    .sort((left, right) => right.score - left.score);
  const found =
    flaws.filtersBehindTopK === true
      ? ranked.slice(0, topK).filter(({ one }) => fits(one))
      : ranked.filter(({ one }) => fits(one)).slice(0, topK);
  return { count: found.length, matches: found.map(({ id, score }) => ({ id, score })) };
}

function holds(value: string | number | undefined, wanted: Readonly<Record<string, unknown>>): boolean {
  if (value === undefined) return false;
  return Object.entries(wanted).every(([operator, operand]) => {
    if (operator === "$in") return (operand as readonly unknown[]).includes(value);
    if (operator === "$eq") return operand === value;
    if (operator === "$gte") return Number(value) >= Number(operand);
    if (operator === "$lt") return Number(value) < Number(operand);
    throw new Refused(400, "vectorize.filter_operator");
  });
}

function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

/** Words decide: "dog" and "pet" are alike, and a passage answers by the question's words it holds. */
function runModel(model: string, input: unknown): unknown {
  if (model === "@cf/qwen/qwen3-embedding-0.6b") {
    const { queries, documents } = input as Partial<Record<"queries" | "documents", readonly string[]>>;
    const texts = queries ?? documents ?? [];
    if (texts.length > 32) throw new Refused(400, "AiError: Bad input: too many texts");
    const data = texts.map((one) =>
      Array.from({ length: 1_024 }, (_, at) => (at === (/dog|pet/.test(one) ? 0 : 1) ? 1 : 0)),
    );
    return { shape: [data.length, 1_024], data };
  }
  if (model !== "@cf/baai/bge-reranker-base") throw new Refused(404, "No such model");
  const { query: asked, contexts } = input as {
    readonly query: string;
    readonly contexts: readonly { readonly text: string }[];
  };
  const words = asked.toLowerCase().split(/\W+/);
  return {
    response: contexts.map(({ text }, id) => ({
      id,
      score: words.filter((word) => text.toLowerCase().includes(word)).length,
    })),
  };
}
