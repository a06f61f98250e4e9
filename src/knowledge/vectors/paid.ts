/** Vectors that are paid for out of a team's month: what a call may cost at most is reserved before it, and what it did cost settled after it. */
import { AppError } from "../../kernel/errors.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { AdmitModelStep, StepAdmission } from "../../agent/api/objects.ts";
import type { Embedder } from "./ports.ts";

/** What paying takes. */
export interface Purse {
  readonly admit: (step: AdmitModelStep) => Promise<StepAdmission>;
  readonly settle: (reservationId: string, costMicroUsd: number) => Promise<void>;
  /** Micro-dollars of so many tokens. */
  readonly priceOf: (model: string, tokens: number) => number;
  readonly newId: () => string;
}

/** The same embedder. Its calls throw AppError `budget_spent` where the month has no room for one: nothing was asked then. */
export function paidEmbedder(embedder: Embedder, { admit, settle, priceOf, newId }: Purse): Embedder {
  return {
    ...embedder,
    async embed(texts, role) {
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      const reservationId = `vectors.${newId()}`;
      // No token is shorter than a character.
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
        // One that is lost is charged as it was reserved.
        await settle(reservationId, Math.min(cost, reserveMicroUsd)).catch(() => undefined);
      }
    },
  };
}
