/** Composition of finding by meaning: Workers AI and Vectorize where the deployment has them, else its own embeddings API and an object. */
import { vectorNamespace } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import {
  httpEmbedder,
  vectorizeStore,
  workersAiEmbedder,
  workersAiReranker,
  type AiBinding,
  type Embedder,
  type Meaning,
  type Reranker,
  type VectorStore,
} from "../vectors/index.ts";
import { outsideHttp } from "./outside.ts";
import { vectorObject } from "./search.ts";

/** The model of Workers AI where none is named. */
const MODEL = "@cf/baai/bge-base-en-v1.5";

/** What a tenant's index finds by meaning with; null where the deployment has no model for it. A question's own vector, some thirty tokens, is not charged to the month. */
export async function meaningOf(env: Env, tenantId: string): Promise<Meaning | null> {
  const embedder = embedderOf(env, tenantId);
  return embedder === null ? null : { embedder, vectors: await vectorsOf(env, tenantId) };
}

/** What makes a tenant's vectors; null where the deployment has no model for it. */
export function embedderOf(env: Env, tenantId: string): Embedder | null {
  const { AI, EMBEDDINGS_URL: baseUrl, EMBEDDINGS_KEY: key = "", EMBEDDINGS_MODEL: model } = env;
  if (baseUrl !== "") return httpEmbedder(outsideHttp(env, tenantId), { baseUrl, key, model });
  return AI === undefined ? null : workersAiEmbedder(AI as unknown as AiBinding, model || MODEL);
}

/** What looks at found passages a second time; null where the deployment has no Workers AI. */
export function rerankerOf({ AI }: Env): Reranker | null {
  return AI === undefined ? null : workersAiReranker(AI as unknown as AiBinding);
}

/** A tenant's vectors, whether or not anything makes new ones. */
export async function vectorsOf(env: Env, tenantId: string): Promise<VectorStore> {
  if (env.VECTORS !== undefined) return vectorizeStore(env.VECTORS, await vectorNamespace(tenantId));
  const object = await vectorObject(env, tenantId);
  return {
    upsert: (records) => object.upsert(tenantId, records),
    remove: (ids) => object.remove(tenantId, ids),
    there: (ids) => object.there(tenantId, ids),
    query: (query) => object.query(tenantId, query),
  };
}
