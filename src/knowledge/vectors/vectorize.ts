/**
 * Vectors in Cloudflare Vectorize: one index per deployment, one namespace per tenant, filters on the metadata indexes `source`, `at` and
 * `thread` (Vectorize, "Metadata filtering", read 2026-11-21). Writes become visible after seconds.
 */
import { IntegrationError } from "../../kernel/errors.ts";
import type { VectorStore } from "./ports.ts";

/** Vectors written or IDs deleted per call. */
const BATCH = 500;
/** Vectors read per call: they include their values. */
const READ = 20;

/** The part of the binding we use. */
export interface VectorizeIndex {
  upsert(
    vectors: {
      id: string;
      namespace: string;
      values: Float32Array;
      metadata: Record<string, string | number>;
    }[],
  ): Promise<unknown>;
  deleteByIds(ids: string[]): Promise<unknown>;
  getByIds(ids: string[]): Promise<{ id: string }[]>;
  query(
    values: Float32Array,
    options: {
      topK: number;
      namespace: string;
      returnValues: boolean;
      returnMetadata: "none";
      filter?: Record<string, Record<string, string | number | string[]>>;
    },
  ): Promise<{ matches: { id: string; score: number }[] }>;
}

/** A tenant's vectors. IDs must be unique across the index, so they start with the namespace. */
export function vectorizeStore(index: VectorizeIndex, namespace: string): VectorStore {
  const prefix = `${namespace.slice(0, 32)}.`;
  return {
    async upsert(records) {
      for (const some of batchesOf(records)) {
        const vectors = some.map(({ id, values, source, at, thread }) => ({
          id: `${prefix}${id}`,
          namespace,
          values,
          metadata: { source, at, thread },
        }));
        await answered(index.upsert(vectors));
      }
    },
    async remove(ids) {
      for (const some of batchesOf(ids))
        await answered(index.deleteByIds(some.map((id) => `${prefix}${id}`)));
    },
    async there(ids) {
      const found: string[] = [];
      for (const some of batchesOf(ids, READ))
        for (const { id } of await answered(index.getByIds(some.map((one) => `${prefix}${one}`))))
          found.push(id.slice(prefix.length));
      return found;
    },
    async query({ values, topK, sources, from, to, thread }) {
      const at: Record<string, number> = {
        ...(from === undefined ? {} : { $gte: from }),
        ...(to === undefined ? {} : { $lt: to }),
      };
      const filter: Record<string, Record<string, string | number | string[]>> = {
        ...(sources === undefined ? {} : { source: { $in: [...sources] } }),
        ...(Object.keys(at).length === 0 ? {} : { at }),
        ...(thread === undefined ? {} : { thread: { $eq: thread } }),
      };
      const options = { topK, namespace, returnValues: false, returnMetadata: "none" } as const;
      const { matches } = await answered(
        index.query(values, Object.keys(filter).length === 0 ? options : { ...options, filter }),
      );
      return matches.flatMap(({ id, score }) =>
        id.startsWith(prefix) ? [{ id: id.slice(prefix.length), score }] : [],
      );
    },
  };
}

function batchesOf<Item>(items: readonly Item[], size = BATCH): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw new IntegrationError("vectorize", "Vectorize did not answer as expected", {
      outcome: "not_applied",
      cause,
    });
  }
}
