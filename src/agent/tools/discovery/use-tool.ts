/** Calls a found tool, for models that can't receive definitions during a conversation. */
import * as z from "zod";
import { USE_TOOL } from "../../tool-references.ts";
import type { ToolCall } from "../../ports.ts";
import type { Json } from "../../../kernel/hash.ts";
import { jsonSchema } from "../../../platform/api/common.ts";
import { defineTool, retry } from "../define-tool.ts";

const inputSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).describe("Name of the tool, as find_tools answered"),
  input: z.record(z.string(), jsonSchema).describe("Its arguments, by the schema find_tools answered"),
});

/** Never runs: the gate unwraps it first (`findUsedTool`), so that the called tool's own rules apply. */
export const useTool = defineTool({
  name: "use_tool",
  title: "Use a tool",
  done: "Used a tool",
  description: "Calls a tool that find_tools found.",
  input: inputSchema,
  effect: "internal",
  // The called tool may return outside text.
  egress: "provider",
  summarize: ({ name }) => `Using ${name}`,
  run: async () => retry("Name a tool that find_tools found."),
});

/** Unwraps a `use_tool` call; other calls stay as they are. */
export function findUsedTool(call: ToolCall): ToolCall {
  if (call.name !== USE_TOOL) return call;
  const used = inputSchema.safeParse(call.input);
  if (!used.success || used.data.name === USE_TOOL) return call;
  return { id: call.id, name: used.data.name, input: used.data.input as Record<string, Json> };
}
