/** Completes scripted and operator replies with IDs and defaults, as the real service would send them. */
import { randomId } from "./ids.ts";
import type { InputUsage } from "./cache.ts";
import type { ModelRules } from "./models.ts";
import { modelText, outputTokens, textOf } from "./prompt.ts";
import { webUse } from "./web-tools.ts";
import type { Block, MessagesRequest, Reply, StopReason } from "./types.ts";

/** `usage` of a complete reply. */
export interface Usage extends InputUsage {
  readonly output_tokens: number;
}

export interface CompleteReply {
  readonly id: string;
  readonly model: string;
  readonly content: readonly Block[];
  readonly stopReason: StopReason;
  readonly usage: Usage;
}

/** Fills in missing block fields, except thinking signatures. */
export function completeBlocks(content: readonly Block[]): Block[] {
  return content.map((block) => {
    switch (block.type) {
      case "text":
        return { ...block, citations: block["citations"] ?? null };
      case "thinking":
        return { ...block, signature: block["signature"] ?? "" };
      case "tool_use":
        return {
          ...block,
          id: block["id"] ?? randomId("toolu"),
          input: block["input"] ?? {},
          caller: { type: "direct" },
        };
      case "server_tool_use":
        return {
          ...block,
          id: block["id"] ?? randomId("srvtoolu"),
          input: block["input"] ?? {},
          caller: { type: "direct" },
        };
      default:
        return block;
    }
  });
}

/** Removes thinking the request wouldn't be shown by the model's defaults. Scripts are exempt because they are exact. */
export function showThinking(
  content: readonly Block[],
  request: MessagesRequest,
  model: ModelRules,
): Block[] {
  const type = request.thinking?.type ?? (model.thinksByDefault ? "adaptive" : "disabled");
  if (type === "disabled" || type === "between_tools")
    return content.filter((block) => block.type !== "thinking");
  const display = request.thinking?.["display"] ?? (model.omitsThinking ? "omitted" : "summarized");
  if (display === "summarized") return [...content];
  return content.map((block) => (block.type === "thinking" ? { ...block, thinking: "" } : block));
}

/** Truncates a reply at `max_tokens`; a tool call that doesn't fit is dropped. */
export function limitLength(reply: Reply, maxTokens: number): Reply {
  if (outputTokens(reply.content) <= maxTokens) return reply;
  let charsLeft = maxTokens * 4;
  const content: Block[] = [];
  for (const block of reply.content) {
    const length = modelText(block).length;
    if (length <= charsLeft) content.push(block);
    else if (block.type === "text" && charsLeft > 0) {
      content.push({ ...block, text: textOf(block, "text").slice(0, charsLeft) });
    }
    charsLeft -= length;
    if (charsLeft <= 0) break;
  }
  return { content, stopReason: "max_tokens" };
}

export function completeReply(
  request: MessagesRequest,
  content: readonly Block[],
  stopReason: StopReason | undefined,
  input: InputUsage,
): CompleteReply {
  const callsTool = content.some(({ type }) => type === "tool_use");
  return {
    id: randomId("msg"),
    model: request.model,
    content,
    stopReason: stopReason ?? (callsTool ? "tool_use" : "end_turn"),
    usage: { ...input, output_tokens: outputTokens(content) },
  };
}

/** The Message object. At the start of a stream it has no content, stop reason or final output count. */
export function messageObject(reply: CompleteReply, state: "whole" | "start"): Record<string, unknown> {
  const whole = state === "whole";
  return {
    id: reply.id,
    type: "message",
    role: "assistant",
    model: reply.model,
    content: whole ? reply.content : [],
    stop_reason: whole ? reply.stopReason : null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      ...reply.usage,
      output_tokens: whole ? reply.usage.output_tokens : 1,
      output_tokens_details: null,
      server_tool_use: whole ? webUse(reply.content) : null,
      service_tier: "standard",
      inference_geo: null,
      speed: "standard",
    },
  };
}
