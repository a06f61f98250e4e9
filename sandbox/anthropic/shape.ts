/** Validates a request's fields, types and block kinds. Checks across fields are in `rules.ts`. */
import * as z from "zod";
import { ApiError } from "./errors.ts";
import type { MessagesRequest, ToolDefinition } from "./types.ts";

const cacheControl = z
  .strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() })
  .nullish();
const toolId = z.string().regex(/^[a-zA-Z0-9_-]+$/, "String should match pattern '^[a-zA-Z0-9_-]+$'");
const anyObject = z.record(z.string(), z.unknown());

const text = z.strictObject({
  type: z.literal("text"),
  text: z.string(),
  cache_control: cacheControl,
  citations: z.array(anyObject).nullish(),
});
const image = z.strictObject({ type: z.literal("image"), source: anyObject, cache_control: cacheControl });
const document = z.strictObject({
  type: z.literal("document"),
  source: anyObject,
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: anyObject.nullish(),
  cache_control: cacheControl,
});
const searchResult = z.strictObject({
  type: z.literal("search_result"),
  source: z.string(),
  title: z.string(),
  content: z.array(text),
  citations: z.strictObject({ enabled: z.boolean().optional() }).nullish(),
  cache_control: cacheControl,
});
const toolReference = z.strictObject({
  type: z.literal("tool_reference"),
  tool_name: z.string().min(1),
  cache_control: cacheControl,
});
const inResult = z.discriminatedUnion("type", [text, image, document, searchResult, toolReference]);
const toolResult = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: toolId,
  content: z.union([z.string(), z.array(inResult)]).optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
});
const toolUse = z.strictObject({
  type: z.literal("tool_use"),
  id: toolId,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown(), "Input should be a valid dictionary"),
  caller: anyObject.optional(),
  cache_control: cacheControl,
});
const thinking = z.strictObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string(),
});
const redactedThinking = z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() });
const serverToolUse = z.strictObject({
  type: z.literal("server_tool_use"),
  id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  name: z.string(),
  input: anyObject,
  caller: anyObject.optional(),
  cache_control: cacheControl,
});
const serverToolResult = z.enum([
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
]);
const serverResult = z.looseObject({ type: serverToolResult, tool_use_id: z.string(), content: z.unknown() });

const userBlock = z.discriminatedUnion("type", [text, image, document, searchResult, toolResult]);
const assistantBlock = z.discriminatedUnion("type", [
  text,
  thinking,
  redactedThinking,
  toolUse,
  serverToolUse,
  serverResult,
]);
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), content: z.array(userBlock) }),
  z.strictObject({ role: z.literal("assistant"), content: z.array(assistantBlock) }),
]);

const toolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'");
const customTool = z.strictObject({
  name: toolName,
  type: z.literal("custom").nullish(),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal("object", "Input should be 'object'") }),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  defer_loading: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  input_examples: z.array(anyObject).optional(),
  allowed_callers: z.array(z.string()).optional(),
});
const serverTool = z.looseObject({
  type: z
    .string()
    .regex(/^(web_search|web_fetch|code_execution|bash|text_editor|memory|tool_search_tool)_\w+$/),
  name: toolName,
  cache_control: cacheControl,
});

const thinkingConfig = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("adaptive"), display: z.enum(["summarized", "omitted"]).nullish() }),
  z.strictObject({ type: z.literal("between_tools") }),
  z.strictObject({ type: z.literal("disabled") }),
  z.strictObject({
    type: z.literal("enabled"),
    budget_tokens: z.int().min(1024),
    display: z.enum(["summarized", "omitted"]).nullish(),
  }),
]);
const parallel = { disable_parallel_tool_use: z.boolean().optional() };
const toolChoice = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("auto"), ...parallel }),
  z.strictObject({ type: z.literal("any"), ...parallel }),
  z.strictObject({ type: z.literal("tool"), name: z.string(), ...parallel }),
  z.strictObject({ type: z.literal("none") }),
]);
const outputConfig = z.strictObject({
  effort: z.enum(["low", "medium", "high", "xhigh", "max"]).nullish(),
  format: z.strictObject({ type: z.literal("json_schema"), schema: anyObject }).nullish(),
});

const counted = {
  model: z.string().min(1),
  messages: z.array(message).max(100_000),
  system: z.array(text).optional(),
  tools: z.array(z.unknown()).optional(),
  thinking: thinkingConfig.optional(),
  tool_choice: toolChoice.optional(),
  output_config: outputConfig.optional(),
  cache_control: cacheControl,
  speed: z.enum(["standard", "fast"]).nullish(),
};
const countRequest = z.strictObject(counted);
const createRequest = z.strictObject({
  ...counted,
  max_tokens: z.int().min(0),
  stream: z.boolean().optional(),
  stop_sequences: z.array(z.string().min(1)).optional(),
  metadata: z.strictObject({ user_id: z.string().max(512).nullish() }).optional(),
  service_tier: z.enum(["auto", "standard_only"]).optional(),
  container: z.union([z.string(), anyObject]).nullish(),
  diagnostics: anyObject.nullish(),
  inference_geo: z.string().nullish(),
});

/** A valid request; `cacheControl` is the automatic top-level breakpoint. */
export interface ShapedRequest extends MessagesRequest {
  readonly cacheControl: { readonly ttl?: string | undefined } | null;
}

/** Throws ApiError 400 with the first problem in the real service's wording. */
export function parseShape(body: unknown, kind: "create" | "count"): ShapedRequest {
  const sent = dictionaryOf(body);
  const spread = { ...sent, ...spreadStrings(sent) };
  const parsed = (kind === "create" ? createRequest : countRequest).safeParse(spread);
  if (!parsed.success) throw new ApiError(400, describe(parsed.error, []));
  const request = parsed.data as z.infer<typeof createRequest>;
  return {
    ...(spread as unknown as MessagesRequest),
    max_tokens: request.max_tokens ?? 0,
    stream: request.stream ?? false,
    system: (spread as unknown as MessagesRequest).system ?? [],
    tools: (request.tools ?? []).map(parseTool),
    cacheControl: request.cache_control ? { ttl: request.cache_control.ttl } : null,
  };
}

/** Throws ApiError 400 for a body that isn't an object or has fields current models no longer accept. */
function dictionaryOf(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError(400, "Input should be a valid dictionary");
  }
  for (const removed of ["temperature", "top_p", "top_k"]) {
    if (Object.hasOwn(body, removed)) throw new ApiError(400, `${removed}: Extra inputs are not permitted`);
  }
  return body as Record<string, unknown>;
}

/** Converts string content in `system` and messages to a text block. */
function spreadStrings(body: Record<string, unknown>): Record<string, unknown> {
  const blocks = (content: unknown): unknown =>
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const messages = body["messages"];
  return {
    ...("system" in body ? { system: body["system"] === "" ? [] : blocks(body["system"]) } : {}),
    ...(Array.isArray(messages)
      ? {
          messages: messages.map((one: unknown) =>
            typeof one === "object" && one !== null && "content" in one
              ? { ...one, content: blocks(one.content) }
              : one,
          ),
        }
      : {}),
  };
}

function parseTool(tool: unknown, index: number): ToolDefinition {
  const type = typeof tool === "object" && tool !== null && "type" in tool ? tool.type : null;
  const isCustom = type === null || type === undefined || type === "custom";
  const parsed = (isCustom ? customTool : serverTool).safeParse(tool);
  if (!parsed.success)
    throw new ApiError(400, describe(parsed.error, ["tools", index, ...(isCustom ? ["custom"] : [])]));
  return tool as ToolDefinition;
}

function describe(error: z.ZodError, prefix: readonly PropertyKey[]): string {
  const issue = error.issues[0];
  if (issue === undefined) return "Invalid request";
  const path = [...prefix, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return `${[...path, issue.keys[0] ?? ""].join(".")}: Extra inputs are not permitted`;
  }
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) {
    return `${path.join(".")}: Field required`;
  }
  if (issue.code === "invalid_union")
    return `${path.join(".")}: Input tag found using 'type' or 'role' does not match any of the expected tags`;
  return `${path.join(".")}: ${issue.message}`;
}
