/**
 * Anthropic's Messages API: strict about the protocol, accurate about usage, answered by a queued script or else by the operator. Rejects
 * whatever the real service would reject.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { operate } from "../operator/operator.ts";
import { judgesStatements, judgesUrgency } from "../operator/alone.ts";
import { CutConnection } from "../router.ts";
import {
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import type { Section } from "../state.ts";
import { accountPrompt, type CacheEntries } from "./cache.ts";
import { cited, completeCitations } from "./citations.ts";
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

/** Handles `/anthropic/*` and `/control/anthropic/*`. */
export const createAnthropic: CreateService = (context) => {
  const section = context.section<Answering>("anthropic", () => ({ scripts: [], cache: {} }));
  const signatures = context.section("anthropic-signatures", makeThinkingState);
  signatures.save();
  const recorder = createRecorder();
  const operatorDelayMs = Number(process.env["SANDBOX_CHUNK_DELAY_MS"] ?? 12);
  const service: Service = { context, section, signatures, operatorDelayMs };

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
      const record = recordOf(sent, new Date(context.now()).toISOString());
      if (sent.path === "/v1/messages") recorder.add(record);
      try {
        const response =
          sent.path === "/v1/messages" ? await create(service, sent, record) : count(service, sent);
        record.status = response.status;
        return response;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        record.status = error.status;
        record.error = error.message;
        return errorAnswer(error, record.id);
      }
    },
    control(request) {
      const call = `${request.method} ${request.path}`;
      if (call === "POST /script") return addScript(section, request);
      if (call === "GET /script") return json({ items: section.value.scripts });
      if (call === "GET /requests") return listRequests(recorder, request);
      throw new SandboxError(
        404,
        `The control API has no ${request.method} /control/anthropic${request.path}.`,
      );
    },
  };
};

/** Queued scripts and cache entries. */
interface Answering {
  scripts: Script[];
  cache: CacheEntries;
}

interface Service {
  readonly context: SandboxContext;
  readonly section: Section<Answering>;
  readonly signatures: Section<ReturnType<typeof makeThinkingState>>;
  /** Delay between chunks of the operator's streams. */
  readonly operatorDelayMs: number;
}

function recordOf(sent: SandboxRequest, at: string): RequestRecord {
  return {
    id: randomId("req"),
    at,
    path: sent.path,
    raw: sent.body.toString("utf8"),
    status: null,
    usage: null,
    error: null,
  };
}

/** Throws ApiError for requests the real service would reject. */
function check({ signatures }: Service, body: Buffer, kind: "create" | "count"): Checked {
  const request = parseShape(parseJson(body), kind);
  const model = checkRules(request, kind);
  checkSignatures(signatures.value, request, model);
  const segments = layOut(request);
  const tokens = promptTokens(segments);
  if (kind === "create" && tokens > model.contextTokens) {
    throw new ApiError(400, `prompt is too long: ${tokens} tokens > ${model.contextTokens} maximum`);
  }
  return { request, model, segments };
}

async function create(service: Service, sent: SandboxRequest, record: RequestRecord): Promise<Response> {
  const { context, section, signatures } = service;
  const account = authenticate(sent);
  const checked = check(service, sent.body, "create");
  const { request, model } = checked;
  context.markEffect();

  // Checks of texts and answers are not answered by scripts.
  const isCheck = judgesUrgency(request) || judgesStatements(request);
  const scripted = isCheck ? null : takeScripted(section.value.scripts, request.messages);
  section.save();
  if (scripted?.delayMs !== undefined) await pause(scripted.delayMs, sent.signal);
  if (scripted?.error !== undefined && scripted.content.length === 0)
    return scriptedError(scripted.error, record.id);

  const input = accountPrompt(checked.segments, section.value.cache, {
    model: request.model,
    account,
    minTokens: model.minCacheTokens,
    nowMs: context.now(),
  });
  const { content, stopReason } = scripted ?? (await operatorReply(context, checked));
  const blocks = scripted === null ? content : completeCitations(request, content);
  const signed = signThinking(signatures.value, request, completeBlocks(blocks));
  signatures.save();
  const reply = completeReply(request, signed, stopReason, input);
  record.usage = reply.usage;
  return request.stream
    ? streamedAnswer(reply, scripted, {
        requestId: record.id,
        signal: sent.signal,
        operatorDelayMs: service.operatorDelayMs,
      })
    : wholeAnswer(reply, scripted, record.id);
}

type CompleteReply = ReturnType<typeof completeReply>;

/** The reply as one message, unless the script fails it or drops the connection. */
function wholeAnswer(reply: CompleteReply, script: ScriptedResponse | null, requestId: string): Response {
  if (script?.cutAfterChunks !== undefined) throw new CutConnection();
  if (script?.error !== undefined) return scriptedError(script.error, requestId);
  return json(messageObject(reply, "whole"), 200, { "request-id": requestId });
}

/** The reply as a stream, at the script's or the operator's pace. */
function streamedAnswer(
  reply: CompleteReply,
  script: ScriptedResponse | null,
  {
    requestId,
    signal,
    operatorDelayMs,
  }: { readonly requestId: string; readonly signal: AbortSignal; readonly operatorDelayMs: number },
): Response {
  const body = streamBody(reply, {
    chunkDelayMs: script === null ? operatorDelayMs : (script.chunkDelayMs ?? 0),
    cutAfterChunks: script?.cutAfterChunks ?? null,
    error: script?.error === undefined ? null : streamError(script.error, requestId),
    signal,
  });
  return new Response(body, {
    headers: {
      "request-id": requestId,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
    },
  });
}

function streamError({ type, status, message }: NonNullable<ScriptedResponse["error"]>, requestId: string) {
  return { type: type ?? errorType(status), message, requestId };
}

async function operatorReply(
  context: SandboxContext,
  { request, model }: Checked,
): Promise<Pick<ScriptedResponse, "content" | "stopReason">> {
  if (request.max_tokens === 0) return { content: [], stopReason: "max_tokens" };
  const reply = limitLength(await operate(request, { now: () => context.now() }), request.max_tokens);
  const content = cited(request, showThinking(reply.content, request, model));
  return { content, stopReason: reply.stopReason };
}

function count(service: Service, sent: SandboxRequest): Response {
  authenticate(sent);
  return json({ input_tokens: promptTokens(check(service, sent.body, "count").segments) });
}

function addScript(section: Section<Answering>, request: SandboxRequest): Response {
  const { marker, responses } = parseBody(scriptInput, request);
  const queue = section.value.scripts.find((script) => script.marker === marker);
  if (queue === undefined) section.value.scripts.push({ marker, responses });
  else queue.responses.push(...responses);
  section.save();
  return json({ ok: true, queued: (queue?.responses ?? responses).length });
}

function listRequests(recorder: ReturnType<typeof createRecorder>, { url }: SandboxRequest): Response {
  const limit = Number(url.searchParams.get("limit") ?? MAX_LISTED);
  if (!Number.isInteger(limit) || limit < 1) throw new SandboxError(400, "limit: a whole number from 1");
  const id = url.searchParams.get("id");
  if (id !== null) return json({ items: [recorder.find(id)].filter((item) => item !== null) });
  if (url.searchParams.has("outline")) return json({ items: recorder.outline(limit) });
  return json({ items: recorder.list(url.searchParams.get("marker"), limit) });
}

/** The account of a request: any key is accepted, a missing one is not. */
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
