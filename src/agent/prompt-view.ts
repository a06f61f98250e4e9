/** A request taken apart for people to read: nothing is written here, every text is a piece of the very request that would be sent. */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { PromptPart } from "./api/agent.ts";
import type { ModelRequest } from "./ports.ts";
import { estimateTokens } from "./tokens.ts";
import { promptTools } from "./tool-references.ts";

/** What the parts cannot be told from. */
export interface PromptFacts {
  /** Whether the first message begins with a summary. */
  readonly summarized: boolean;
  /** Whether the last message ends with its `<context>` tail. */
  readonly tailStored: boolean;
  /** The tail a next message would carry, where none is stored. */
  readonly nextTail: string;
  /** Whether the model still holds what this conversation sent last. */
  readonly warm: boolean;
  /** How many messages of the request, from the first on, the last call had sent. */
  readonly sentMessages: number;
}

type Block = { readonly type: string; readonly text?: unknown; readonly cache_control?: unknown };

/** The parts in the order the model reads them. Pure. */
export function promptParts(request: ModelRequest, facts: PromptFacts): PromptPart[] {
  const cached = facts.warm;
  const [instructions, tenant] = request.system;
  const parts: PromptPart[] = [
    {
      ...part("tools", "Tools", JSON.stringify(request.tools), {
        cached,
        breakpoint: request.tools.some(isMarked),
      }),
      // Those that are found later are sent along, but stand outside the prompt until then.
      tokens: estimateTokens(promptTools(request.tools)),
    },
  ];
  if (instructions !== undefined) {
    parts.push(
      part("instructions", "Instructions", instructions.text, { cached, breakpoint: isMarked(instructions) }),
    );
  }
  if (tenant !== undefined) {
    parts.push(part("tenant", "The team", tenant.text, { cached, breakpoint: isMarked(tenant) }));
  }
  const messages = request.messages.map(({ role, content }) => ({
    role: role === "assistant" ? ("assistant" as const) : ("user" as const),
    blocks: blocksOf(content),
  }));
  const summary = facts.summarized ? messages[0]?.blocks.shift() : undefined;
  if (summary !== undefined) {
    const known = cached && facts.sentMessages > 0;
    parts.push(
      part("summary", "Summary of what came before", textOf(summary), {
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

/** The tail of the newest message; where none is stored, the one a next message would carry. */
function contextPart(
  tail: Block | undefined,
  { nextTail, warm, sentMessages }: PromptFacts,
  messages: number,
): PromptPart {
  const title = "Context of the newest message";
  if (tail === undefined) return part("context", title, nextTail, { cached: false, breakpoint: false });
  const cached = warm && sentMessages === messages;
  return part("context", title, textOf(tail), { cached, breakpoint: isMarked(tail) });
}

/** Whether the cache may end at a block. */
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

/** A copy of a message's blocks, to be taken apart. */
function blocksOf(content: MessageParam["content"]): Block[] {
  return typeof content === "string"
    ? [{ type: "text", text: content }]
    : [...(content as unknown as Block[])];
}

function textOf(block: Block): string {
  return typeof block.text === "string" ? block.text : JSON.stringify(block);
}

function part(
  kind: PromptPart["kind"],
  title: string,
  text: string,
  { cached, breakpoint }: { cached: boolean; breakpoint: boolean },
): PromptPart {
  return { kind, title, text, tokens: estimateTokens(text), breakpoint, cached };
}
