/** Composition of finding by meaning: Workers AI and Vectorize where the deployment has them, else its own embeddings API and an object. */
import { vectorNamespace } from "../../kernel/tenant-names.ts";
import type { Env } from "../../platform/env.ts";
import type { MeaningOff } from "../api/search.ts";
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
import { outsideHttp } from "../../platform/wiring/outside.ts";
import { vectorObject } from "../open.ts";

/** Why this deployment finds by words alone; null where it finds by meaning too. */
export function meaningOff({ MEANING, EMBEDDINGS_URL, AI, VECTORS }: Env): MeaningOff | null {
  if (MEANING === "off") return "turned_off";
  const hasModel = EMBEDDINGS_URL !== "" || (AI !== undefined && VECTORS !== undefined);
  return hasModel ? null : "no_model";
}

/** What a tenant's index finds by meaning with; null where that is off. A question's own vector, some thirty tokens, is not charged to the month. */
export async function meaningOf(env: Env, tenantId: string): Promise<Meaning | null> {
  const embedder = embedderOf(env, tenantId);
  return embedder === null ? null : { embedder, vectors: await vectorsOf(env, tenantId) };
}

/** What makes a tenant's vectors; null where finding by meaning is off. */
export function embedderOf(env: Env, tenantId: string): Embedder | null {
  const { AI, EMBEDDINGS_URL: baseUrl, EMBEDDINGS_KEY: key = "", EMBEDDINGS_MODEL: model } = env;
  if (meaningOff(env) !== null) return null;
  if (baseUrl !== "") return httpEmbedder(outsideHttp(env, tenantId), { baseUrl, key, model });
  return workersAiEmbedder(AI as unknown as AiBinding);
}

/** What looks at found passages a second time; null where the deployment has no Workers AI, or finds by words alone. */
export function rerankerOf(env: Env): Reranker | null {
  if (env.AI === undefined || env.MEANING === "off") return null;
  return workersAiReranker(env.AI as unknown as AiBinding);
}

/** A tenant's vectors, whether or not anything makes new ones. */
export async function vectorsOf(env: Env, tenantId: string): Promise<VectorStore> {
  // Vectorize's index has the dimensions of the account's model.
  if (env.VECTORS !== undefined && env.EMBEDDINGS_URL === "")
    return vectorizeStore(env.VECTORS, await vectorNamespace(tenantId));
  const object = await vectorObject(env, tenantId);
  return {
    upsert: (records) => object.upsert(tenantId, records),
    remove: (ids) => object.remove(tenantId, ids),
    there: (ids) => object.there(tenantId, ids),
    query: (query) => object.query(tenantId, query),
  };
}
