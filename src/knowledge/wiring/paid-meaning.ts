/** Charges embeddings to a team's month. */
import type { TenantContext } from "../../platform/context.ts";
import { embeddingMicroUsd } from "../../agent/usage/index.ts";
import { paidEmbedder, type Meaning } from "../vectors/index.ts";
import { admission } from "../../agent/wiring/admission.ts";
import { embedderOf, meaningOf } from "./meaning.ts";

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
