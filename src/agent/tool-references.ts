/**
 * Tools that an agent finds instead of reading them in every prompt. A request is always made as a model reads it that knows tool references: those
 * tools carry `defer_loading`, and the answer of `find_tools` names them in `tool_reference` blocks, which the service replaces by their
 * definitions (platform.claude.com, "Tool search tool", custom implementation; read 2026-11-22). For any other model the same request is put in two
 * steps: the definitions stand in the answer as text, and `use_tool` makes the call. Pure: the same log and tools give the same bytes.
 */
import type { MessageParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import { knowsToolReferences } from "./models.ts";
import { withPassages } from "./passages.ts";
import type { ModelRequest, ReachOf } from "./ports.ts";

/** The tool that looks for others, and the one that calls what was found where the model cannot be handed its definition. */
export const FIND_TOOLS = "find_tools";
export const USE_TOOL = "use_tool";

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** The tools the model reads in every prompt. */
export function promptTools(tools: readonly Tool[]): Tool[] {
  return tools.filter((tool) => tool.defer_loading !== true);
}

/** Names of the tools that `find_tools` brings in. */
export function findableTools(tools: readonly Tool[]): string[] {
  return tools.flatMap(({ name, defer_loading: isDeferred }) =>
    isDeferred === true && name !== USE_TOOL ? [name] : [],
  );
}

/** Names of the tools that a block refers to; none for most. */
export function referencesIn(block: object): string[] {
  const { type, content } = block as { type?: unknown; content?: unknown };
  if (type !== "tool_result" || !Array.isArray(content)) return [];
  return (content as Block[]).flatMap((inner) =>
    inner.type === "tool_reference" ? [String(inner["tool_name"])] : [],
  );
}

/** What an agent reads of the tools it can find: what they reach, since there are too many to name. Empty where there are none. */
export function findableBlock(tools: readonly Tool[], reachOf: ReachOf): string {
  const reached = [...new Set(findableTools(tools).map(reachOf))];
  if (reached.length === 0) return "";
  return `\n<more_tools>\n${FIND_TOOLS} brings in more for: ${reached.join(", ")}\n</more_tools>`;
}

/** The history for a request with these tools: the service refuses references to tools that are not deferred in it. */
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

/** A request as its model is sent it. */
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

/** The messages with the content of each answer that refers to tools made new; all others are the same objects. */
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
