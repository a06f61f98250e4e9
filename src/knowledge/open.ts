/** Composition of knowledge: its tools and index, and finding by meaning. */
import { vectorNamespace } from "../kernel/tenant-names.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
import type { MeaningOff } from "../platform/api/search.ts";
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
  paidEmbedder,
} from "./vectors/index.ts";
import { embeddingMicroUsd } from "../agent/usage/index.ts";
import { admission } from "../agent/open.ts";
import { searchSources } from "../platform/search-sources.ts";
import type { IndexDeps } from "./search/index.ts";
import { consume } from "../platform/events/index.ts";
import { vendorTitle } from "./sources/open.ts";
import { nullIfNotFound } from "../kernel/errors.ts";
import { quoteOf, readItem } from "./sources/index.ts";
import type { Tenant } from "../agent/tools/tenant.ts";

/** Why this deployment has no semantic search; null if it does. */
export function meaningOff({ config, models }: DeploymentContext): MeaningOff | null {
  if (config.embeddings.isOff) return "turned_off";
  const hasModel =
    config.embeddings.url !== "" || (models.ai !== undefined && models.vectorize !== undefined);
  return hasModel ? null : "no_model";
}

/** Semantic search for a tenant; null if off. A question's own embedding (about thirty tokens) isn't charged to the month. */
export async function meaningOf(ctx: TenantContext): Promise<Meaning | null> {
  const embedder = embedderOf(ctx);
  return embedder === null ? null : { embedder, vectors: await vectorsOf(ctx) };
}

/** A tenant's embedder; null if semantic search is off. */
export function embedderOf(ctx: TenantContext): Embedder | null {
  const { url: baseUrl, key, model } = ctx.config.embeddings;
  if (meaningOff(ctx.deployment) !== null) return null;
  if (baseUrl !== "") return httpEmbedder(ctx.outside(), { baseUrl, key, model });
  return workersAiEmbedder(ctx.deployment.models.ai as unknown as AiBinding);
}

/** The reranker; null without Workers AI or semantic search. */
export function rerankerOf({ config, models }: DeploymentContext): Reranker | null {
  if (models.ai === undefined || config.embeddings.isOff) return null;
  return workersAiReranker(models.ai as unknown as AiBinding);
}

/** A tenant's vector store, whether or not new vectors are made. */
export async function vectorsOf(ctx: TenantContext): Promise<VectorStore> {
  // Vectorize's index has the dimensions of the account's model.
  const { vectorize } = ctx.deployment.models;
  if (vectorize !== undefined && ctx.config.embeddings.url === "")
    return vectorizeStore(vectorize, await vectorNamespace(ctx.tenantId));
  const object = await ctx.objects.vectors();
  return {
    upsert: (records) => object.upsert(ctx.tenantId, records),
    remove: (ids) => object.remove(ctx.tenantId, ids),
    there: (ids) => object.there(ctx.tenantId, ids),
    query: (query) => object.query(ctx.tenantId, query),
  };
}

/** Semantic search whose embeddings are charged per batch. */
export async function paidMeaningOf(ctx: TenantContext): Promise<Meaning | null> {
  const meaning = await meaningOf(ctx);
  if (meaning === null) return null;
  const month = admission(ctx);
  const embedder = paidEmbedder(meaning.embedder, {
    admit: (step) => month.admitModelStep(step),
    settle: (reservationId, costMicroUsd) => month.settle(reservationId, costMicroUsd),
    priceOf: embeddingMicroUsd,
    newId: () => ctx.ids.newId(),
  });
  return { ...meaning, embedder };
}

/** Cost of embedding this many tokens, in micro-dollars; 0 without embeddings. */
export function vectorsMicroUsd(ctx: TenantContext, tokens: number): number {
  const embedder = embedderOf(ctx);
  return embedder === null ? 0 : embeddingMicroUsd(embedder.model, tokens);
}

export function indexDeps(ctx: TenantContext): IndexDeps {
  return {
    db: ctx.db,
    now: () => ctx.clock.now(),
    sources: searchSources(ctx),
    put: async (items) => void (await (await ctx.objects.search()).index(ctx.tenantId, items)),
    drop: async (refs) => (await ctx.objects.search()).remove(ctx.tenantId, refs),
  };
}

const CONSUME_MS = 60_000;

/** Indexes pending changes, then checks the index against the records. */
export async function checkIndex(ctx: TenantContext): Promise<{ readonly summary: string }> {
  await consume(ctx, ctx.clock.now() + CONSUME_MS);
  await (await ctx.objects.search()).check(ctx.tenantId);
  return { summary: "Began comparing the search index with the records; what differs is repaired." };
}

export function finders(
  ctx: TenantContext,
): Pick<Tenant, "search" | "retrieve" | "embedding" | "indexAccount" | "readItem"> {
  const index = ctx.objects.search;
  const deps = { db: ctx.db, words: ctx.files.words, titleOf: vendorTitle };
  return {
    search: async (query, by) => (await index()).query(ctx.tenantId, query, by),
    retrieve: async (query, by) => (await index()).retrieve(ctx.tenantId, query, by),
    embedding: () => embedderOf(ctx),
    async indexAccount(accountId) {
      try {
        const version = ctx.clock.now();
        const items = (await searchSources(ctx).account?.load([accountId])) ?? [];
        await (
          await index()
        ).index(
          ctx.tenantId,
          items.map((item) => ({ ...item, version })),
        );
        return items.length > 0;
      } catch (error) {
        ctx.log.warn("search.account_later", { tenantId: ctx.tenantId, error });
        return false;
      }
    },
    async readItem(itemId, { userId }) {
      const item = await readItem(deps, userId, itemId).catch(nullIfNotFound);
      if (item === null) return null;
      const quote = await quoteOf(deps.db, item.sourceId);
      return quote === null ? item : { ...item, quote };
    },
  };
}
