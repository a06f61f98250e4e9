/** Composition of what making vectors costs a team's month. */
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { embeddingMicroUsd } from "../../agent/usage/index.ts";
import { paidEmbedder, type Meaning } from "../vectors/index.ts";
import { admission } from "../../agent/wiring/admission.ts";
import { embedderOf, meaningOf } from "./meaning.ts";

/** What a tenant's index makes vectors with: the team's month pays for each batch. */
export async function paidMeaningOf(env: Env, tenantId: string): Promise<Meaning | null> {
  const meaning = await meaningOf(env, tenantId);
  if (meaning === null) return null;
  const month = admission(env, tenantId);
  const embedder = paidEmbedder(meaning.embedder, {
    admit: (step) => month.admitModelStep(step),
    settle: (reservationId, costMicroUsd) => month.settle(reservationId, costMicroUsd),
    priceOf: embeddingMicroUsd,
    newId: () => systemIds.newId(),
  });
  return { ...meaning, embedder };
}

/** Micro-dollars of making vectors of so many tokens; none where the deployment makes none. */
export function vectorsMicroUsd(env: Env, tenantId: string, tokens: number): number {
  const embedder = embedderOf(env, tenantId);
  return embedder === null ? 0 : embeddingMicroUsd(embedder.model, tokens);
}
