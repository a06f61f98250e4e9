/**
 * Vectors and second looks from Workers AI (developers.cloudflare.com/workers-ai/models: bge-base-en-v1.5, bge-reranker-base; types of
 * `@cloudflare/workers-types` 5.20261117.1; read 2026-11-23).
 */
import * as z from "zod";
import { IntegrationError } from "../kernel/errors.ts";
import type { Embedder } from "./ports.ts";
import type { Reranker } from "./rerank.ts";
import { shareOf, unit } from "./unit.ts";

/** What of the binding is used. */
export interface AiBinding {
  run(
    model: string,
    input:
      | { readonly text: readonly string[]; readonly pooling: "cls" }
      | {
          readonly query: string;
          readonly contexts: readonly { readonly text: string }[];
          readonly top_k: number;
        },
  ): Promise<unknown>;
}

const RERANKER = "@cf/baai/bge-reranker-base";

const answerSchema = z.object({ data: z.array(z.array(z.number())) });

/** A model of the account's. `cls` is the pooling that its makers recommend; vectors of the two poolings do not go together. */
export function workersAiEmbedder(ai: AiBinding, model: string): Embedder {
  return {
    model,
    share: shareOf(model),
    batch: 64,
    restMs: 0,
    async embed(text) {
      const answer = answerSchema.safeParse(await run(ai, model, { text, pooling: "cls" }));
      if (!answer.success || answer.data.data.length !== text.length)
        throw failed("gave an answer that can't be read");
      return answer.data.data.map(unit);
    },
  };
}

const rankedSchema = z.object({
  response: z.array(z.object({ id: z.int().nonnegative(), score: z.number() })),
});

/** The account's reranker. A text that it leaves out counts as the worst. */
export function workersAiReranker(ai: AiBinding): Reranker {
  return {
    async score(query, texts) {
      const contexts = texts.map((text) => ({ text }));
      const answer = rankedSchema.safeParse(
        await run(ai, RERANKER, { query, contexts, top_k: texts.length }),
      );
      if (!answer.success || answer.data.response.length === 0)
        throw failed("gave an answer that can't be read");
      const scores = new Map(answer.data.response.map(({ id, score }) => [id, score]));
      const worst = Math.min(...scores.values());
      return texts.map((_, index) => scores.get(index) ?? worst - 1);
    },
  };
}

async function run(ai: AiBinding, ...[model, input]: Parameters<AiBinding["run"]>): Promise<unknown> {
  try {
    return await ai.run(model, input);
  } catch (cause) {
    throw failed("did not answer", cause);
  }
}

function failed(what: string, cause?: unknown): IntegrationError {
  return new IntegrationError("workers-ai", `Workers AI ${what}`, { outcome: "not_applied", cause });
}
