/**
 * Embeddings and reranking with Workers AI (developers.cloudflare.com/workers-ai/models: qwen3-embedding-0.6b, bge-reranker-base; read
 * 2026-11-28). Model choice: docs/decisions/0029-embedding-model.md.
 */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Embedder } from "./ports.ts";
import type { Reranker } from "./rerank.ts";
import { traitsOf, unit } from "./unit.ts";

/** The part of the binding we use. */
export interface AiBinding {
  run(
    model: string,
    input:
      | { readonly documents: readonly string[] }
      | { readonly queries: readonly string[]; readonly instruction: string }
      | {
          readonly query: string;
          readonly contexts: readonly { readonly text: string }[];
          readonly top_k: number;
        },
  ): Promise<unknown>;
}

export const EMBEDDING_MODEL = "@cf/qwen/qwen3-embedding-0.6b";
export const EMBEDDING_DIMENSIONS = 1_024;
/** Texts per call (input schema). */
const MAX_TEXTS = 32;
/** Instruction for questions; passages are embedded without one. */
const INSTRUCTION =
  "Given a question or a few words, retrieve passages of a team's messages, e-mails, notes and documents that answer it";
const RERANKER = "@cf/baai/bge-reranker-base";

const answerSchema = z.object({ data: z.array(z.array(z.number())) });

export function workersAiEmbedder(ai: AiBinding): Embedder {
  return {
    model: EMBEDDING_MODEL,
    ...traitsOf(EMBEDDING_MODEL),
    batch: MAX_TEXTS,
    restMs: 0,
    async embed(texts, role) {
      const input = role === "query" ? { queries: texts, instruction: INSTRUCTION } : { documents: texts };
      const answer = answerSchema.safeParse(await run(ai, EMBEDDING_MODEL, input));
      if (!answer.success || answer.data.data.length !== texts.length)
        throw failed("gave an answer that can't be read");
      return answer.data.data.map(unit);
    },
  };
}

const rankedSchema = z.object({
  response: z.array(z.object({ id: z.int().nonnegative(), score: z.number() })),
});

/** Texts missing from the response rank last. */
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
