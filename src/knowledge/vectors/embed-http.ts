/** Embeddings from an API in OpenAI's format ("Embeddings", read 2026-11-22): the deployment's own server or the sandbox. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { Embedder } from "./ports.ts";
import { traitsOf, unit } from "./unit.ts";
import { parseJson } from "../../kernel/parse-json.ts";

const VENDOR = "embeddings";
const TIMEOUT_MS = 20_000;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/** `baseUrl`, such as `http://localhost:8788/embeddings/v1`. */
export function httpEmbedder(
  http: OutsideHttp,
  api: { readonly baseUrl: string; readonly key: string; readonly model: string },
): Embedder {
  const url = `${api.baseUrl.replace(/\/+$/, "")}/embeddings`;
  return {
    model: api.model,
    ...traitsOf(api.model),
    batch: 16,
    // A self-hosted server may run on a CPU only.
    restMs: 500,
    async embed(texts) {
      const { status, text } = await http({
        vendor: VENDOR,
        method: "POST",
        url,
        headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: api.model, input: texts }),
        timeoutMs: TIMEOUT_MS,
        changes: false,
      });
      if (status !== 200) throw refused(`${VENDOR} answered ${status}`, status);
      const answer = answerSchema.safeParse(parseJson(text));
      if (!answer.success || answer.data.data.length !== texts.length)
        throw refused(`${VENDOR} gave an answer that can't be read`);
      return answer.data.data
        .toSorted((left, right) => left.index - right.index)
        .map(({ embedding }) => unit(embedding));
    },
  };
}

function refused(message: string, status?: number): IntegrationError {
  return new IntegrationError(VENDOR, message, {
    outcome: "not_applied",
    ...(status === undefined ? {} : { status }),
  });
}
