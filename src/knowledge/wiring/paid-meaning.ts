/** Composition of what making vectors costs a team's month. */
import type { TenantContext } from "../../platform/context.ts";
import { embeddingMicroUsd } from "../../agent/usage/index.ts";
import { paidEmbedder, type Meaning } from "../vectors/index.ts";
import { admission } from "../../agent/wiring/admission.ts";
import { embedderOf, meaningOf } from "./meaning.ts";

/** What a tenant's index makes vectors with: the team's month pays for each batch. */
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

/** Micro-dollars of making vectors of so many tokens; none where the deployment makes none. */
export function vectorsMicroUsd(ctx: TenantContext, tokens: number): number {
  const embedder = embedderOf(ctx);
  return embedder === null ? 0 : embeddingMicroUsd(embedder.model, tokens);
}
