/**
 * Anthropic's Messages API: strict about protocol, honest about usage, answered by a script where one is queued and by the operator
 * otherwise. Nothing is answered that the real service would refuse.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { operate } from "../operator/operator.ts";
import { CutConnection } from "../router.ts";
import { json, parseBody, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";
import { accountPrompt, type CacheEntries } from "./cache.ts";
import { ApiError, errorAnswer, errorType } from "./errors.ts";
import { randomId } from "./ids.ts";
import type { ModelRules } from "./models.ts";
import { layOut, promptTokens, type Segment } from "./prompt.ts";
import { createRecorder, type RequestRecord } from "./recorder.ts";
import { completeBlocks, completeReply, limitLength, messageObject, showThinking } from "./reply.ts";
import { checkRules } from "./rules.ts";
import { scriptInput, takeScripted, type Script, type ScriptedResponse } from "./scripts.ts";
import { parseShape, type ShapedRequest } from "./shape.ts";
import { streamBody } from "./stream.ts";
import { checkSignatures, makeThinkingState, signThinking } from "./thinking.ts";

const VERSIONS = ["2023-06-01", "2026-10-21"];
const MAX_LISTED = 2000;

interface Checked {
  readonly request: ShapedRequest;
  readonly model: ModelRules;
  readonly segments: readonly Segment[];
}

/** Answers `/anthropic/*` and `/control/anthropic/*`. */
export const createAnthropic: CreateService = (context) => {
  const section = context.section<{ scripts: Script[]; cache: CacheEntries }>("anthropic", () => ({
    scripts: [],
    cache: {},
  }));
  const signatures = context.section("anthropic-signatures", makeThinkingState);
  signatures.save();
  const recorder = createRecorder();
  const operatorDelayMs = Number(process.env["SANDBOX_CHUNK_DELAY_MS"] ?? 12);

  const check = (body: Buffer, kind: "create" | "count"): Checked => {
    const request = parseShape(parseJson(body), kind);
    const model = checkRules(request, kind);
    checkSignatures(signatures.value, request, model);
    const segments = layOut(request);
    const tokens = promptTokens(segments);
    if (kind === "create" && tokens > model.contextTokens) {
      throw new ApiError(400, `prompt is too long: ${tokens} tokens > ${model.contextTokens} maximum`);
    }
    return { request, model, segments };
  };

  const create = async (
    sent: SandboxRequest,
    record: RequestRecord,
    requestId: string,
  ): Promise<Response> => {
    const account = authenticate(sent);
    const checked = check(sent.body, "create");
    const { request, model } = checked;
    context.markEffect();

    const scripted = takeScripted(section.value.scripts, request.messages);
    section.save();
    if (scripted?.delayMs !== undefined) await pause(scripted.delayMs, sent.signal);
    if (scripted?.error !== undefined && scripted.content.length === 0)
      return scriptedError(scripted.error, requestId);

    const input = accountPrompt(checked.segments, section.value.cache, {
      model: request.model,
      account,
      minTokens: model.minCacheTokens,
      nowMs: context.now(),
    });
    const { content, stopReason } = scripted ?? (await operatorReply(checked));
    const signed = signThinking(signatures.value, request, completeBlocks(content));
    signatures.save();
    const reply = completeReply(request, signed, stopReason, input);
    record.usage = reply.usage;

    const headers = { "request-id": requestId };
    if (!request.stream) {
      if (scripted?.cutAfterChunks !== undefined) throw new CutConnection();
      if (scripted?.error !== undefined) return scriptedError(scripted.error, requestId);
      return json(messageObject(reply, "whole"), 200, headers);
    }
    const body = streamBody(reply, {
      chunkDelayMs: scripted === null ? operatorDelayMs : (scripted.chunkDelayMs ?? 0),
      cutAfterChunks: scripted?.cutAfterChunks ?? null,
      error:
        scripted?.error === undefined
          ? null
          : {
              type: scripted.error.type ?? errorType(scripted.error.status),
              message: scripted.error.message,
              requestId,
            },
      signal: sent.signal,
    });
    return new Response(body, {
      headers: {
        ...headers,
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache",
      },
    });
  };

  const operatorReply = async ({
    request,
    model,
  }: Checked): Promise<Pick<ScriptedResponse, "content" | "stopReason">> => {
    if (request.max_tokens === 0) return { content: [], stopReason: "max_tokens" };
    const reply = limitLength(await operate(request, { now: () => context.now() }), request.max_tokens);
    return { content: showThinking(reply.content, request, model), stopReason: reply.stopReason };
  };

  const count = (sent: SandboxRequest): Response => {
    authenticate(sent);
    return json({ input_tokens: promptTokens(check(sent.body, "count").segments) });
  };

  const addScript = (request: SandboxRequest): Response => {
    const { marker, responses } = parseBody(scriptInput, request);
    const queue = section.value.scripts.find((script) => script.marker === marker);
    if (queue === undefined) section.value.scripts.push({ marker, responses });
    else queue.responses.push(...responses);
    section.save();
    return json({ ok: true, queued: (queue?.responses ?? responses).length });
  };

  const listRequests = ({ url }: SandboxRequest): Response => {
    const limit = Number(url.searchParams.get("limit") ?? MAX_LISTED);
    if (!Number.isInteger(limit) || limit < 1) throw new SandboxError(400, "limit: a whole number from 1");
    const id = url.searchParams.get("id");
    if (id !== null) return json({ items: [recorder.find(id)].filter((item) => item !== null) });
    if (url.searchParams.has("outline")) return json({ items: recorder.outline(limit) });
    return json({ items: recorder.list(url.searchParams.get("marker"), limit) });
  };

  return {
    name: "anthropic",
    prefix: "/anthropic",
    faultAnswer: (status) => errorAnswer(new ApiError(status, "A fault was switched on in the sandbox.")),
    reset() {
      section.reset();
      recorder.clear();
    },
    async handle(sent) {
      const call = `${sent.method} ${sent.path}`;
      if (call !== "POST /v1/messages" && call !== "POST /v1/messages/count_tokens") {
        return errorAnswer(new ApiError(404, "Not Found"));
      }
      const requestId = randomId("req");
      const record: RequestRecord = {
        id: requestId,
        at: new Date(context.now()).toISOString(),
        path: sent.path,
        raw: sent.body.toString("utf8"),
        status: null,
        usage: null,
        error: null,
      };
      if (sent.path === "/v1/messages") recorder.add(record);
      try {
        const response = sent.path === "/v1/messages" ? await create(sent, record, requestId) : count(sent);
        record.status = response.status;
        return response;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        record.status = error.status;
        record.error = error.message;
        return errorAnswer(error, requestId);
      }
    },
    control(request) {
      const call = `${request.method} ${request.path}`;
      if (call === "POST /script") return addScript(request);
      if (call === "GET /script") return json({ items: section.value.scripts });
      if (call === "GET /requests") return listRequests(request);
      throw new SandboxError(
        404,
        `The control API has no ${request.method} /control/anthropic${request.path}.`,
      );
    },
  };
};

/** The account of a request: any key is taken, none is not. */
function authenticate({ headers }: SandboxRequest): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const key = bearer ?? headers.get("x-api-key") ?? "";
  if (key === "")
    throw new ApiError(401, "Authentication is required: Authorization: Bearer <key>, or x-api-key.");
  const version = headers.get("anthropic-version");
  if (version === null) throw new ApiError(400, "anthropic-version: header is required");
  if (!VERSIONS.includes(version))
    throw new ApiError(400, `anthropic-version: "${version}" is not a valid version`);
  return createHash("sha256").update(key).digest("base64url");
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new ApiError(400, "The request body is not valid JSON.");
  }
}

function scriptedError(error: NonNullable<ScriptedResponse["error"]>, requestId: string): Response {
  const answer = errorAnswer(new ApiError(error.status, error.message, error.type), requestId);
  if (error.retryAfterSeconds !== undefined)
    answer.headers.set("retry-after", String(error.retryAfterSeconds));
  return answer;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new CutConnection();
  });
}
