/**
 * Tools with `defer_loading`: sent with every request but not part of the prompt until a tool result's `tool_reference` names them. From
 * then on the model knows them, and their tokens count at that position. Sources: platform.claude.com, "Tool search tool" with its
 * section on custom implementations, read 2026-11-22, and reported errors of the real service.
 */
import { ApiError } from "./errors.ts";
import type { Block, MessagesRequest, ToolDefinition } from "./types.ts";

/** Tools at the top of the prompt. */
export function toolsInPrompt(tools: readonly ToolDefinition[]): ToolDefinition[] {
  return tools.filter((tool) => tool["defer_loading"] !== true);
}

/** Tool names referenced by a block. */
export function toolsNamedIn(block: Block): string[] {
  return contentOf(block).flatMap((inner) =>
    inner.type === "tool_reference" ? [String(inner["tool_name"])] : [],
  );
}

/** Callable tools: those in the prompt and those referenced in the conversation. */
export function knownTools({
  tools,
  messages,
}: Pick<MessagesRequest, "tools" | "messages">): ToolDefinition[] {
  const named = new Set(messages.flatMap(({ content }) => content.flatMap(toolsNamedIn)));
  return tools.filter((tool) => tool["defer_loading"] !== true || named.has(tool.name));
}

/** Throws ApiError 400 for deferred tools and tool references the real service rejects. */
export function checkDeferredTools({ tools, messages }: MessagesRequest): void {
  if (tools.length > 0 && toolsInPrompt(tools).length === 0) {
    fail("At least one tool must have defer_loading=false. All tools cannot be deferred.");
  }
  const marked = tools.find((tool) => tool["defer_loading"] === true && tool["cache_control"]);
  if (marked !== undefined) {
    fail(
      `Tool '${marked.name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
    );
  }
  const names = new Set(tools.map(({ name }) => name));
  for (const block of messages.flatMap(({ content }) => content)) {
    const references = toolsNamedIn(block);
    if (references.length > 0 && references.length < contentOf(block).length) {
      fail("Tool definitions/code execution functions cannot be mixed with other content");
    }
    const unknown = references.find((name) => !names.has(name));
    if (unknown !== undefined) fail(`Tool reference '${unknown}' not found in available tools`);
  }
}

function contentOf(block: Block): readonly Block[] {
  return block.type === "tool_result" && Array.isArray(block["content"]) ? (block["content"] as Block[]) : [];
}

function fail(message: string): never {
  throw new ApiError(400, message);
}
