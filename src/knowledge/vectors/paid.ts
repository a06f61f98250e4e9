/** Charges embeddings to a team's month: the maximum cost of a call is reserved before it and settled after it. */
import { AppError } from "../../kernel/errors.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { AdmitModelStep, StepAdmission } from "../../agent/api/objects.ts";
import type { Embedder } from "./ports.ts";

interface Purse {
  readonly admit: (step: AdmitModelStep) => Promise<StepAdmission>;
  readonly settle: (reservationId: string, costMicroUsd: number) => Promise<void>;
  /** In micro-dollars. */
  readonly priceOf: (model: string, tokens: number) => number;
  readonly newId: () => string;
}

/** Wraps an embedder. Calls throw AppError `budget_spent` without being sent if the month has no budget left. */
export function paidEmbedder(embedder: Embedder, { admit, settle, priceOf, newId }: Purse): Embedder {
  return {
    ...embedder,
    async embed(texts, role) {
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      const reservationId = `vectors.${newId()}`;
      // A token has at least one character.
      const reserveMicroUsd = priceOf(embedder.model, chars);
      const admitted = await admit({ reservationId, runId: "vectors", reserveMicroUsd });
      if (!admitted.ok)
        throw new AppError("budget_spent", "The month’s budget has no room for more vectors.");
      let cost = 0;
      try {
        const vectors = await embedder.embed(texts, role);
        cost = priceOf(embedder.model, tokensOfChars(chars));
        return vectors;
      } finally {
        // A lost settlement is charged as reserved.
        await settle(reservationId, Math.min(cost, reserveMicroUsd)).catch(() => undefined);
      }
    },
  };
}
