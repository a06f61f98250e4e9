/**
 * Splits a request into parts for people to read. Writes no text of its own; every part comes from the
 * request that would be sent.
 */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { PromptPart } from "./api/agent.ts";
import type { ModelRequest } from "./ports.ts";
import { estimateTokens } from "./tokens.ts";
import { promptTools } from "./tool-references.ts";

/** Facts that the request itself doesn't show. */
export interface PromptFacts {
  /** Whether the first message starts with a summary. */
  readonly summarized: boolean;
  /** Whether the last message ends with its `<context>` tail. */
  readonly tailStored: boolean;
  /** The predicted tail of the next message, if none is stored. */
  readonly nextTail: string;
  /** Whether the model's cache still holds the last request. */
  readonly warm: boolean;
  /** Number of messages, from the first, that the last call sent. */
  readonly sentMessages: number;
}

type Block = { readonly type: string; readonly text?: unknown; readonly cache_control?: unknown };

/** The parts in the model's reading order. Pure. */
export function promptParts(request: ModelRequest, facts: PromptFacts): PromptPart[] {
  const cached = facts.warm;
  const [instructions, tenant] = request.system;
  const parts: PromptPart[] = [
    {
      ...promptPart("tools", "Tools", JSON.stringify(request.tools), {
        cached,
        breakpoint: request.tools.some(isMarked),
      }),
      // Deferred tools are sent along, but are not part of the prompt until found.
      tokens: estimateTokens(promptTools(request.tools)),
    },
  ];
  if (instructions !== undefined) {
    parts.push(
      promptPart("instructions", "Instructions", instructions.text, {
        cached,
        breakpoint: isMarked(instructions),
      }),
    );
  }
  if (tenant !== undefined) {
    parts.push(promptPart("tenant", "The team", tenant.text, { cached, breakpoint: isMarked(tenant) }));
  }
  const messages = request.messages.map(({ role, content }) => ({
    role: role === "assistant" ? ("assistant" as const) : ("user" as const),
    blocks: blocksOf(content),
  }));
  const summary = facts.summarized ? messages[0]?.blocks.shift() : undefined;
  if (summary !== undefined) {
    const known = cached && facts.sentMessages > 0;
    parts.push(
      promptPart("summary", "Summary of what came before", textOf(summary), {
        cached: known,
        breakpoint: isMarked(summary),
      }),
    );
  }
  const tail = facts.tailStored ? messages.at(-1)?.blocks.pop() : undefined;
  const history = messages.flatMap(({ role, blocks }, index) => {
    if (blocks.length === 0) return [];
    const text = JSON.stringify(blocks);
    const known = cached && index < facts.sentMessages;
    return [{ role, text, tokens: estimateTokens(text), breakpoint: blocks.some(isMarked), cached: known }];
  });
  parts.push({
    kind: "history",
    title: "Messages",
    text: "",
    tokens: history.reduce((sum, { tokens }) => sum + tokens, 0),
    breakpoint: history.some((message) => message.breakpoint),
    cached: history.length > 0 && history.every((message) => message.cached),
    messages: history,
  });
  parts.push(contextPart(tail, facts, messages.length));
  return parts;
}

/** The newest message's tail, or the predicted tail of the next one. */
function contextPart(
  tail: Block | undefined,
  { nextTail, warm, sentMessages }: PromptFacts,
  messages: number,
): PromptPart {
  const title = "Context of the newest message";
  if (tail === undefined) return promptPart("context", title, nextTail, { cached: false, breakpoint: false });
  const cached = warm && sentMessages === messages;
  return promptPart("context", title, textOf(tail), { cached, breakpoint: isMarked(tail) });
}

/** Whether a block has a cache breakpoint. */
function isMarked(block: unknown): boolean {
  return (block as Block).cache_control !== undefined;
}

/** Tokens the model would read from its cache. */
export function cachedTokens(parts: readonly PromptPart[]): number {
  return parts.reduce((sum, { cached, tokens, messages }) => {
    const read = messages === undefined ? (cached ? tokens : 0) : sumOf(messages);
    return sum + read;
  }, 0);
}

function sumOf(messages: NonNullable<PromptPart["messages"]>): number {
  return messages.reduce((sum, { cached, tokens }) => sum + (cached ? tokens : 0), 0);
}

/** A copy of a message's blocks, for splitting. */
function blocksOf(content: MessageParam["content"]): Block[] {
  return typeof content === "string"
    ? [{ type: "text", text: content }]
    : [...(content as unknown as Block[])];
}

function textOf(block: Block): string {
  return typeof block.text === "string" ? block.text : JSON.stringify(block);
}

function promptPart(
  kind: PromptPart["kind"],
  title: string,
  text: string,
  { cached, breakpoint }: { cached: boolean; breakpoint: boolean },
): PromptPart {
  return { kind, title, text, tokens: estimateTokens(text), breakpoint, cached };
}
