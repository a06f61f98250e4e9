/** Vectors from Workers AI ("Text Embeddings", developers.cloudflare.com/workers-ai/models/bge-base-en-v1.5, read 2026-11-23). */
import * as z from "zod";
import { IntegrationError } from "../kernel/errors.ts";
import type { Embedder } from "./ports.ts";
import { shareOf, unit } from "./unit.ts";

/** What of the binding is used. */
export interface AiBinding {
  run(model: string, input: { readonly text: readonly string[]; readonly pooling: "cls" }): Promise<unknown>;
}

const answerSchema = z.object({ data: z.array(z.array(z.number())) });

/** A model of the account's. `cls` is the pooling that its makers recommend; vectors of the two poolings do not go together. */
export function workersAiEmbedder(ai: AiBinding, model: string): Embedder {
  return {
    model,
    share: shareOf(model),
    batch: 64,
    restMs: 0,
    async embed(text) {
      const answer = answerSchema.safeParse(await run(ai, model, text));
      if (!answer.success || answer.data.data.length !== text.length)
        throw failed("gave an answer that can't be read");
      return answer.data.data.map(unit);
    },
  };
}

async function run(ai: AiBinding, model: string, text: readonly string[]): Promise<unknown> {
  try {
    return await ai.run(model, { text, pooling: "cls" });
  } catch (cause) {
    throw failed("did not answer", cause);
  }
}

function failed(what: string, cause?: unknown): IntegrationError {
  return new IntegrationError("workers-ai", `Workers AI ${what}`, { outcome: "not_applied", cause });
}
