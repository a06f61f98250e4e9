/** Checks across parts of a request: tool calls and results, thinking, breakpoints, model-specific rules. */
import { checkCitations } from "./citations.ts";
import { checkDeferredTools } from "./deferred-tools.ts";
import { ApiError } from "./errors.ts";
import { checkGrammars, formatOf } from "./grammar.ts";
import { findModel, type ModelRules } from "./models.ts";
import type { ShapedRequest } from "./shape.ts";
import { checkWebTools } from "./web-tools.ts";
import type { Block, Message } from "./types.ts";

const MAX_BREAKPOINTS = 4;

/** Checks everything except thinking signatures. Throws ApiError 400, or 404 for an unknown model. Returns the model's rules. */
export function checkRules(request: ShapedRequest, kind: "create" | "count"): ModelRules {
  const model = findModel(request.model);
  if (model === null) throw new ApiError(404, `model: ${request.model}`);
  if (kind === "create") checkLength(request, model);
  checkTools(request, model);
  checkWebTools(request.tools);
  checkDeferredTools(request);
  checkGrammars(request);
  checkThinking(request, model);
  checkBreakpoints(request);
  checkContent(request);
  checkCitations(request);
  checkTurns(request, model);
  return model;
}

function fail(message: string): never {
  throw new ApiError(400, message);
}

function checkLength({ max_tokens, model: name, stream }: ShapedRequest, model: ModelRules): void {
  if (max_tokens > model.maxOutputTokens) {
    fail(
      `max_tokens: ${max_tokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${name}`,
    );
  }
  if (max_tokens === 0 && stream) fail("max_tokens: 0 is not supported with stream");
}

function checkTools({ tools, tool_choice: choice }: ShapedRequest, model: ModelRules): void {
  const names = tools.map(({ name }) => name);
  if (new Set(names).size < names.length) fail("tools: Tool names must be unique.");
  if (choice === undefined) return;
  if (tools.length === 0) fail("tool_choice may only be specified while providing tools.");
  if (choice.type !== "any" && choice.type !== "tool") return;
  if (!model.forcedToolUse) fail(`tool_choice.type: '${choice.type}' is not supported for this model`);
  if (choice.type === "tool" && !names.includes(String(choice["name"]))) {
    fail(`Tool '${String(choice["name"])}' not found in provided tools`);
  }
}

function checkThinking(request: ShapedRequest, model: ModelRules): void {
  const { thinking } = request;
  if (thinking === undefined) return;
  const type = thinking.type as ModelRules["thinking"][number];
  if (!model.thinking.includes(type)) {
    const instead = type === "disabled" && model.thinking.includes("between_tools");
    fail(
      `thinking.type: '${type}' is not supported for this model.` +
        (instead
          ? " Use 'between_tools' to turn off up-front thinking."
          : ` Use one of: ${model.thinking.join(", ")}.`),
    );
  }
  const effort = request.output_config?.["effort"];
  if (type === "between_tools" && (effort === "xhigh" || effort === "max")) {
    fail(`thinking.type: 'between_tools' is not supported with effort '${effort}'`);
  }
  if (type === "enabled") checkBudget(request, Number(thinking["budget_tokens"]));
}

/** A thinking budget must leave room for the answer, and excludes forced tool choice. */
function checkBudget({ max_tokens: maxTokens, tool_choice: choice }: ShapedRequest, budget: number): void {
  if (maxTokens > 0 && budget >= maxTokens) {
    fail("`max_tokens` must be greater than `thinking.budget_tokens`.");
  }
  if (choice?.type === "any" || choice?.type === "tool")
    fail("Thinking may not be enabled when tool_choice forces tool use.");
}

function checkBreakpoints(request: ShapedRequest): void {
  const marked = [
    ...request.tools,
    ...request.system,
    ...request.messages.flatMap(({ content }) => content),
  ].filter((block) => block["cache_control"]);
  const count = marked.length + (request.cacheControl === null ? 0 : 1);
  if (count > MAX_BREAKPOINTS) {
    fail(`A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${count}.`);
  }
  let sawShort = false;
  for (const block of marked) {
    const { ttl } = block["cache_control"] as { ttl?: string };
    if (ttl === "1h" && sawShort) {
      fail("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.");
    }
    sawShort ||= ttl !== "1h";
  }
}

function checkContent({ system, messages }: ShapedRequest): void {
  for (const [index, block] of system.entries()) checkText(block, `system.${index}`);
  for (const [index, { role, content }] of messages.entries()) {
    const isFinalAssistant = role === "assistant" && index === messages.length - 1;
    if (content.length === 0 && !isFinalAssistant) {
      fail(
        `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      );
    }
    for (const [position, block] of content.entries()) {
      const path = `messages.${index}.content.${position}`;
      checkText(block, path);
      const citations = block["citations"];
      if (role === "user" && block.type === "text" && Array.isArray(citations) && citations.length > 0) {
        fail(`${path}.text.citations: citations are not permitted in user messages`);
      }
    }
  }
}

function checkText(block: Block, path: string): void {
  const holdsBlocks = block.type === "tool_result" || block.type === "search_result";
  if (holdsBlocks && Array.isArray(block["content"])) {
    for (const [index, inner] of (block["content"] as Block[]).entries())
      checkText(inner, `${path}.content.${index}`);
  }
  if (block.type !== "text") return;
  const text = String(block["text"]);
  if (text === "") fail(`${path}: text content blocks must be non-empty`);
  if (text.trim() === "") fail(`${path}: text content blocks must contain non-whitespace text`);
}

/** A turn of merged consecutive messages of one role; `index` is its last message's. */
interface Turn {
  readonly role: Message["role"];
  readonly index: number;
  readonly content: readonly Block[];
}

function combine(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const last = turns.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = { role, index, content: [...last.content, ...content] };
    else turns.push({ role, index, content });
  }
  return turns;
}

function checkTurns(request: ShapedRequest, model: ModelRules): void {
  const turns = combine(request.messages);
  const first = turns[0];
  if (first === undefined) fail("messages: at least one message is required");
  if (first.role !== "user") fail('messages: first message must use the "user" role');

  const seen = new Set<string>();
  for (const [position, turn] of turns.entries()) {
    if (turn.role === "user") checkResults(turn, turns[position - 1]);
    else checkCalls(turn, turns[position + 1], seen);
  }

  const last = turns.at(-1);
  const paused = last?.content.some(({ type }) => type === "server_tool_use") === true;
  const mayBeContinued = model.prefill && formatOf(request) === null;
  if (last?.role === "assistant" && !mayBeContinued && !paused) {
    fail(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
}

function idsOf(turn: Turn | undefined, type: "tool_use" | "tool_result"): string[] {
  const field = type === "tool_use" ? "id" : "tool_use_id";
  return (turn?.content ?? []).filter((block) => block.type === type).map((block) => String(block[field]));
}

/** Every tool call must be answered in the next user turn, before any other content. */
function checkCalls(turn: Turn, next: Turn | undefined, seen: Set<string>): void {
  for (const id of idsOf(turn, "tool_use")) {
    if (seen.has(id)) fail(`messages.${turn.index}: \`tool_use\` ids must be unique`);
    seen.add(id);
  }
  const leading = next?.content.findIndex(({ type }) => type !== "tool_result") ?? -1;
  const first =
    next === undefined
      ? undefined
      : { ...next, content: leading < 0 ? next.content : next.content.slice(0, leading) };
  const answered = idsOf(first, "tool_result");
  const open = idsOf(turn, "tool_use").filter((id) => !answered.includes(id));
  if (open.length > 0) {
    fail(
      `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. ` +
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    );
  }
}

function checkResults(turn: Turn, previous: Turn | undefined): void {
  const called = idsOf(previous, "tool_use");
  const seen = new Set<string>();
  for (const id of idsOf(turn, "tool_result")) {
    if (!called.includes(id)) {
      fail(
        `messages.${turn.index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      );
    }
    if (seen.has(id)) {
      fail(
        `messages.${turn.index}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    }
    seen.add(id);
  }
}
