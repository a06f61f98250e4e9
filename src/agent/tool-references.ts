/**
 * Tools that an agent finds on demand instead of reading them in every prompt. Requests are built for
 * models with tool references: such tools carry `defer_loading`, and the answer of `find_tools` names them
 * in `tool_reference` blocks, which the service replaces with their definitions (platform.claude.com, “Tool
 * search tool”, custom implementation; read 2026-11-22). For other models the definitions are sent as text
 * in the answer, and `use_tool` makes the call. Pure: the same log and tools give the same bytes.
 */
import type { MessageParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import { knowsToolReferences } from "./models.ts";
import { withPassages } from "./passages.ts";
import type { ModelRequest, ReachOf } from "./ports.ts";

/** The tool that searches for others. With models without tool references, `use_tool` calls what was found. */
export const FIND_TOOLS = "find_tools";
export const USE_TOOL = "use_tool";

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

export function promptTools(tools: readonly Tool[]): Tool[] {
  return tools.filter((tool) => tool.defer_loading !== true);
}

/** Names of the tools that `find_tools` can return. */
export function findableTools(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ name, defer_loading: isDeferred }) =>
    isDeferred === true && name !== USE_TOOL ? [name] : [],
  );
}

/** Names of the tools that a block refers to. */
export function referencesIn(block: object): string[] {
  const { type, content } = block as { type?: unknown; content?: unknown };
  if (type !== "tool_result" || !Array.isArray(content)) return [];
  return (content as Block[]).flatMap((inner) =>
    inner.type === "tool_reference" ? [String(inner["tool_name"])] : [],
  );
}

/** Lists what the tools to be found reach, because they are too many to name. Empty if there are none. */
export function findableBlock(tools: readonly Tool[], reachOf: ReachOf): string {
  const reached = [...new Set(findableTools(tools).map(reachOf))];
  if (reached.length === 0) return "";
  return `\n<more_tools>\n${FIND_TOOLS} brings in more for: ${reached.join(", ")}\n</more_tools>`;
}

/** Drops references to tools that are not deferred in the request, which the service would reject. */
export function withOfferedReferences(
  messages: readonly MessageParam[],
  tools: readonly Tool[],
): MessageParam[] {
  const findable = new Set(findableTools(tools));
  const all = new Set(tools.map(({ name }) => name));
  return withReferences(messages, (names) => {
    const known = names.filter((name) => findable.has(name));
    if (known.length > 0) return known.map((name) => ({ type: "tool_reference", tool_name: name }));
    const listed = names.filter((name) => all.has(name));
    return JSON.stringify(
      listed.length > 0 ? { tools: listed } : { message: `No longer offered: ${names.join(", ")}.` },
    );
  });
}

export function requestForModel(request: ModelRequest): ModelRequest {
  const made = withPassages(request);
  return knowsToolReferences(request.model) ? made : inTwoSteps(made);
}

function inTwoSteps(request: ModelRequest): ModelRequest {
  const findable = new Set(findableTools(request.tools));
  if (findable.size === 0) return request;
  const definitions = request.tools.map(({ name, description = "", input_schema }): Tool => ({
    name,
    description,
    input_schema,
  }));
  return {
    ...request,
    tools: definitions.filter(({ name }) => !findable.has(name)),
    messages: withReferences(request.messages, (names) =>
      JSON.stringify({
        message: `Call one with ${USE_TOOL}: its name, and its arguments as input.`,
        tools: definitions.filter(({ name }) => names.includes(name)),
      }),
    ),
  };
}

/** Rewrites answers that refer to tools; all other messages stay the same objects. */
function withReferences(
  messages: readonly MessageParam[],
  contentOf: (names: readonly string[]) => string | Block[],
): MessageParam[] {
  return messages.map((message) => {
    if (typeof message.content === "string") return message;
    const blocks: readonly object[] = message.content;
    if (!blocks.some((block) => referencesIn(block).length > 0)) return message;
    const content = blocks.map((block) => {
      const names = referencesIn(block);
      return names.length === 0 ? block : { ...block, content: contentOf(names) };
    });
    return { role: message.role, content } as unknown as MessageParam;
  });
}
