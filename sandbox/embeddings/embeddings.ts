/** An OpenAI-compatible embeddings API with Universal Sentence Encoder "lite" (API reference, "Embeddings", read 2026-11-22). */
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { json, readJson, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";
import { DIMENSIONS } from "./encoder.ts";
import { loadEncoder } from "./load.ts";

/** The only model. English, 128 tokens; longer text is truncated. */
const MODEL = "use-lite-512";
const MAX_INPUTS = 2048;

const text = z.string().min(1, "input cannot be an empty string");
const embeddingsInput = z.strictObject({
  model: z.string(),
  input: z.union([text, z.array(text).min(1).max(MAX_INPUTS)]),
  encoding_format: z.enum(["float", "base64"]).default("float"),
  dimensions: z.int().optional(),
  user: z.string().optional(),
});

/** An error in OpenAI's format. */
class Refusal extends Error {
  readonly answer: Response;

  constructor(
    status: number,
    message: string,
    { param = null, code = null }: { param?: string | null; code?: string | null } = {},
  ) {
    super(message);
    this.answer = json({ error: { message, type: "invalid_request_error", param, code } }, status);
  }
}

/** Handles `/embeddings/v1/*`. */
export const createEmbeddings: CreateService = (context) => {
  const routes: Record<string, (request: SandboxRequest) => Promise<Response> | Response> = {
    "GET /v1/models": () =>
      json({
        object: "list",
        data: [{ id: MODEL, object: "model", created: 1_526_860_800, owned_by: "google" }],
      }),
    async "POST /v1/embeddings"(request) {
      const input = parseInput(request);
      const encode = await loadEncoder();
      const data: object[] = [];
      let tokens = 0;
      for (const [index, one] of [input.input].flat().entries()) {
        // Yields to other services in this process between texts.
        await setImmediate();
        const embedding = encode(one);
        tokens += embedding.tokens;
        data.push({
          object: "embedding",
          index,
          embedding:
            input.encoding_format === "base64"
              ? Buffer.from(embedding.vector.buffer).toString("base64")
              : [...embedding.vector],
        });
      }
      context.markEffect();
      return json({
        object: "list",
        data,
        model: MODEL,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      });
    },
  };

  return {
    name: "embeddings",
    prefix: "/embeddings",
    reset: () => undefined,
    faultAnswer: (status) => new Refusal(status, "A fault was switched on in the sandbox.").answer,
    async handle(request) {
      try {
        if (!/^Bearer \S+$/i.test(request.headers.get("authorization") ?? ""))
          throw new Refusal(401, "You didn't provide an API key.", { code: "invalid_api_key" });
        const route = routes[`${request.method} ${request.path}`];
        if (route === undefined)
          throw new Refusal(404, `Invalid URL (${request.method} ${request.path})`, { code: "unknown_url" });
        return await route(request);
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
      }
    },
  };
};

function parseInput(request: SandboxRequest): z.infer<typeof embeddingsInput> {
  const parsed = embeddingsInput.safeParse(bodyOf(request));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const param = issue?.code === "unrecognized_keys" ? (issue.keys[0] ?? "") : String(issue?.path[0] ?? "");
    throw new Refusal(400, `Invalid value for '${param}': ${issue?.message ?? "not as expected"}`, { param });
  }
  const { model, dimensions } = parsed.data;
  if (model !== MODEL)
    throw new Refusal(404, `The model '${model}' does not exist. There is '${MODEL}'.`, {
      param: "model",
      code: "model_not_found",
    });
  if (dimensions !== undefined && dimensions !== DIMENSIONS)
    throw new Refusal(400, `This model has ${DIMENSIONS} dimensions only.`, { param: "dimensions" });
  return parsed.data;
}

function bodyOf(request: SandboxRequest): unknown {
  try {
    return readJson(request);
  } catch (error) {
    if (error instanceof SandboxError) throw new Refusal(400, "We could not parse the JSON body.");
    throw error;
  }
}
