/**
 * Model client over the streams of `@anthropic-ai/sdk`: the only place that talks to Anthropic (or any service that speaks its Messages
 * API). It retries overload, failures, cut streams and silence itself so that the retries are visible to users.
 */
// Import by subpath, and without the SDK's client: it bundles credentials and tracing that we don't use.
import { APIConnectionError, APIError } from "@anthropic-ai/sdk/error";
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { Stream } from "@anthropic-ai/sdk/streaming";
import type {
  Message,
  MessageParam,
  OutputConfig,
  RawMessageDeltaEvent,
  RawMessageStreamEvent,
  TextBlockParam,
  ThinkingConfigParam,
  Tool,
  ToolUnion,
  Usage,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { CallModel, ModelEvent, ModelReply, ModelRequest } from "../../agent/ports.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { parseJson } from "../../kernel/parse-json.ts";

interface AnthropicOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Waits; rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
  readonly timeoutMs?: number;
  /** A stream without a byte for this long is treated as cut. Pings count: the service sends them while a model thinks. */
  readonly silenceMs?: number;
  readonly retries?: number;
  /** No retry starts after this much time. */
  readonly triesMs?: number;
}

const BACK_OFF = { firstMs: 500, longestMs: 20_000 } as const;
/** Longest retry-after to wait for; a longer one is treated as an outage. */
const LONGEST_RETRY_AFTER_MS = 60_000;
const SILENCE_MS = 60_000;

type RetryReason = (ModelEvent & { type: "retrying" })["reason"];

export function anthropicModel(options: AnthropicOptions): CallModel {
  const sleep = options.sleep ?? sleepUntil;
  const random = options.random ?? Math.random;
  const retries = options.retries ?? LIMITS.modelRetries;

  return async (request, { signal, onEvent, admitRetry }) => {
    const startedMs = performance.now();
    const isLate = (): boolean => performance.now() - startedMs >= (options.triesMs ?? LIMITS.modelTriesMs);
    for (let attempt = 1; ; attempt++) {
      try {
        return await streamOnce(request, { signal, onEvent, ...options });
      } catch (error) {
        if (signal.aborted) throw abortError();
        const failure = judge(error);
        if (failure.retry === null || attempt > retries || isLate()) throw toIntegrationError(failure, error);
        const delayMs = failure.retryAfterMs ?? jitteredMs(attempt, random());
        if (delayMs > LONGEST_RETRY_AFTER_MS) throw toIntegrationError(failure, error);
        onEvent({ type: "retrying", attempt: attempt + 1, delayMs, reason: failure.retry });
        await sleep(delayMs, signal);
        if (signal.aborted) throw abortError();
        if (!(await admitRetry())) throw toIntegrationError(failure, error);
      }
    }
  };
}

function abortError(): Error {
  return new DOMException("The model call was stopped", "AbortError");
}

/** Exponential backoff with full jitter above a floor, so that callers don't retry in lockstep. */
function jitteredMs(attempt: number, random: number): number {
  const ceiling = backOffMs(attempt, BACK_OFF);
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

/** Builds the request body. Pure. */
export function bodyOf(request: ModelRequest) {
  const thinking = thinkingOf(request);
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    ...toolsOf(request),
    system: [...request.system] as TextBlockParam[],
    messages: request.messages as MessageParam[],
    ...(thinking === null ? {} : { thinking }),
    ...outputConfigOf(request),
  };
}

/** Our tools, and the service's own search and reading of the web ("Web search tool", "Web fetch tool", read 2026-11-23). */
function toolsOf({ tools, web = null }: ModelRequest): { tools?: ToolUnion[] } {
  if (web === null) return tools.length === 0 ? {} : { tools: tools as Tool[] };
  const allowed = { allowed_domains: [...web.sites] };
  return {
    tools: [
      ...(tools as Tool[]),
      { type: "web_search_20260318", name: "web_search", max_uses: web.searches, ...allowed },
      {
        type: "web_fetch_20260318",
        name: "web_fetch",
        max_uses: web.pages,
        max_content_tokens: web.pageTokens,
        citations: { enabled: true },
        ...allowed,
      },
    ],
  };
}

/** Claude 4.5 and later support JSON schema output ("Structured outputs", read 2026-11-21). Other models are assumed not to. */
function knowsSchemas(model: string): boolean {
  return /^claude-(fable|opus|sonnet|haiku)-(4-[5-9]|[5-9])/.test(model);
}

/** The schema in the form the service accepts: closed objects; unsupported bounds move into descriptions. */
function outputConfigOf({ model, outputSchema }: ModelRequest): { output_config?: OutputConfig } {
  if (outputSchema === null || !knowsSchemas(model)) return {};
  const schema = transformJSONSchema(outputSchema as Parameters<typeof transformJSONSchema>[0]);
  return { output_config: { format: { type: "json_schema", schema: schema as Record<string, unknown> } } };
}

/**
 * Thinking parameters by model (platform.claude.com, "Extended thinking", read 2026-11-21): 4.6 and later are adaptive; Sonnet 5.5
 * rejects `disabled` and takes `between_tools` instead. Null for unknown models.
 */
function thinkingOf({ model, thinking }: ModelRequest): ThinkingConfigParam | null {
  if (!/^claude-(fable|opus|sonnet|haiku)-(4-[6-9]|[5-9])/.test(model)) return null;
  if (thinking) return { type: "adaptive", display: "summarized" };
  return model.startsWith("claude-sonnet-5-5") ? { type: "between_tools" } : { type: "disabled" };
}

interface StreamOptions extends AnthropicOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: ModelEvent) => void;
}

async function streamOnce(request: ModelRequest, options: StreamOptions): Promise<ModelReply> {
  const guard = new AbortController();
  const stop = (): void => guard.abort();
  options.signal.addEventListener("abort", stop, { once: true });
  if (options.signal.aborted) stop();
  const deadline = setTimeout(stop, options.timeoutMs ?? LIMITS.modelTimeoutMs);
  let silence = setTimeout(stop, options.silenceMs ?? SILENCE_MS);
  const alive = (): void => {
    options.onEvent({ type: "alive" });
    clearTimeout(silence);
    silence = setTimeout(stop, options.silenceMs ?? SILENCE_MS);
  };
  try {
    const response = await post({ ...bodyOf(request), stream: true }, options, guard.signal);
    const message = await assemble(eventsOf(response, alive), options.onEvent);
    return {
      content: message.content as unknown as ModelReply["content"],
      stopReason: message.stop_reason as ModelReply["stopReason"],
      ...usageOf(message.usage),
      requestId: response.headers.get("request-id"),
    };
  } catch (error) {
    if (!options.signal.aborted && guard.signal.aborted) throw new CutStreamError();
    throw error;
  } finally {
    clearTimeout(deadline);
    clearTimeout(silence);
    options.signal.removeEventListener("abort", stop);
  }
}

function usageOf(usage: Usage): Pick<ModelReply, "usage" | "webSearches"> {
  return {
    usage: {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      cacheReadTokens: usage.cache_read_input_tokens ?? 0,
      cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
    },
    ...(usage.server_tool_use ? { webSearches: usage.server_tool_use.web_search_requests } : {}),
  };
}

/** Throws APIConnectionError, or APIError for a status that isn't a success. */
async function post(
  body: object,
  { baseUrl, apiKey }: AnthropicOptions,
  signal: AbortSignal,
): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- OutsideHttp reads whole answers; this one is a stream.
  const response = await fetch(`${baseUrl.replace(/\/$/, "")}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
      "anthropic-version": VERSION,
    },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new APIConnectionError({ cause: error as Error });
  });
  if (response.ok) return response;
  const text = await response.text();
  throw APIError.generate(response.status, parseJson(text) as object, text, response.headers);
}

/** `alive` is called for every chunk of the response: the SDK drops `ping` events, so its events don't show that a stream is alive. */
function eventsOf(response: Response, alive: () => void): AsyncIterable<RawMessageStreamEvent> {
  const noticed = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        alive();
        controller.enqueue(chunk);
      },
    }),
  );
  return Stream.fromSSEResponse(new Response(noticed ?? null, response), new AbortController());
}

type Block = Record<string, unknown> & { readonly type: string };

/**
 * The message that the events make up ("Streaming messages", read 2026-11-30). Throws CutStreamError if the end is missing.
 */
async function assemble(
  events: AsyncIterable<RawMessageStreamEvent>,
  onEvent: (event: ModelEvent) => void,
): Promise<Message> {
  let message: Message | null = null;
  let ended = false;
  const inputs = new Map<number, string>();
  for await (const event of events) {
    if (event.type === "message_start") message = event.message;
    if (message === null) continue;
    const blocks = message.content as unknown as Block[];
    switch (event.type) {
      case "message_start":
      case "content_block_stop":
        break;
      case "content_block_start":
        blocks.push(event.content_block as unknown as Block);
        break;
      case "content_block_delta": {
        const block = blocks[event.index];
        if (block !== undefined) addDelta(block, event.delta);
        if (event.delta.type === "input_json_delta")
          inputs.set(event.index, (inputs.get(event.index) ?? "") + event.delta.partial_json);
        if (event.delta.type === "text_delta") onEvent({ type: "text", text: event.delta.text });
        if (event.delta.type === "thinking_delta") onEvent({ type: "thinking", text: event.delta.thinking });
        break;
      }
      case "message_delta":
        addEnd(message, event);
        break;
      case "message_stop":
        ended = true;
    }
  }
  if (message === null || !ended || message.stop_reason === null) throw new CutStreamError();
  addInputs(message, inputs);
  return message;
}

/** Usage counters are totals of the whole message, left out where they don't apply. */
function addEnd(message: Message, { usage, delta }: RawMessageDeltaEvent): void {
  const known = Object.entries(usage).filter(([, value]) => value !== null);
  Object.assign(message.usage, Object.fromEntries(known));
  Object.assign(message, delta);
}

/** Inputs of tools by block. One that the limit of tokens has cut is empty. */
function addInputs({ content }: Message, inputs: ReadonlyMap<number, string>): void {
  for (const [index, text] of inputs) {
    const block = content[index];
    if (block !== undefined && "input" in block) block.input = parseJson(text) ?? {};
  }
}

type Delta = Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"];

function addDelta(block: Block, delta: Delta): void {
  const append = (field: string, text: string): void => {
    block[field] = ((block[field] as string | undefined) ?? "") + text;
  };
  switch (delta.type) {
    case "text_delta":
      return append("text", delta.text);
    case "thinking_delta":
      return append("thinking", delta.thinking);
    case "signature_delta":
      block["signature"] = delta.signature;
      return;
    case "citations_delta":
      block["citations"] = [...((block["citations"] as unknown[] | null) ?? []), delta.citation];
      return;
    case "input_json_delta":
    // Parsed once it is whole.
  }
}

/** The version of the API that the SDK's types and streams are for. */
const VERSION = "2026-10-21";

/** The stream ended or went silent before the message was complete. */
class CutStreamError extends Error {
  override readonly name = "CutStreamError";
}

interface Failure {
  readonly retry: RetryReason | null;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/** HTTP status for "overloaded" (Anthropic, "Errors"). */
const OVERLOADED = 529;
const BUSY_TYPES: ReadonlySet<string> = new Set(["overloaded_error", "rate_limit_error"]);
/** Transient error types. An error without a type counts as one. */
const PASSING_TYPES: ReadonlySet<string> = new Set(["api_error", "timeout_error", ""]);

function judge(error: unknown): Failure {
  const none = { status: undefined, retryAfterMs: undefined };
  if (error instanceof CutStreamError || error instanceof APIConnectionError)
    return { ...none, retry: "cut" };
  if (!(error instanceof APIError)) return { ...none, retry: "cut" };
  const status = error.status as number | undefined;
  const retryAfterMs = retryAfterOf(error.headers as Headers | undefined);
  if (status === undefined) return judgeEvent(error.type ?? "");
  if (status === 429 || status === 529) return { retry: "busy", status, retryAfterMs };
  const again = status >= 500 || status === 408 || status === 409;
  return { retry: again ? "error" : null, status, retryAfterMs };
}

/** An `error` event in the middle of a stream has a type but no status. */
function judgeEvent(type: string): Failure {
  const none = { status: undefined, retryAfterMs: undefined };
  if (BUSY_TYPES.has(type)) return { ...none, retry: "busy", status: OVERLOADED };
  return { ...none, retry: PASSING_TYPES.has(type) ? "error" : null };
}

/** `retry-after` in seconds, or `retry-after-ms` (RFC 9110 section 10.2.3). */
function retryAfterOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers?.get("retry-after") ?? null;
  if (value === null) return undefined;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function toIntegrationError(failure: Failure, cause: unknown): IntegrationError {
  const details = {
    outcome: "not_applied" as const,
    cause,
    ...(cause instanceof APIError ? { trail: trailOf(cause) } : {}),
    ...(failure.status === undefined ? {} : { status: failure.status }),
    ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
  };
  return new IntegrationError("anthropic", "the model call failed", details);
}

/** Keeps the error type only if it looks like a name such as `overloaded_error`. */
function trailOf({ requestID, type }: APIError): NonNullable<IntegrationError["trail"]> {
  const isId = typeof requestID === "string" && /^[\w-]{1,100}$/.test(requestID);
  const isName = typeof type === "string" && /^[a-z_]{1,60}$/.test(type);
  return { requestId: isId ? requestID : null, problem: isName ? type : null };
}

function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
