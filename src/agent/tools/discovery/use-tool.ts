/** Calling a found tool where the model cannot be handed its definition in the middle of a conversation. */
import * as z from "zod";
import { USE_TOOL } from "../../index.ts";
import type { ToolCall } from "../../ports.ts";
import type { Json } from "../../../kernel/hash.ts";
import { jsonSchema } from "../../../platform/api/common.ts";
import { defineTool } from "../define-tool.ts";

const inputSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).describe("Name of the tool, as find_tools answered"),
  input: z.record(z.string(), jsonSchema).describe("Its arguments, by the schema find_tools answered"),
});

/** The gate unwraps it before anything is decided (`findUsedTool`): it never runs, and no tool is called past the rules that hold for it. */
export const useTool = defineTool({
  name: "use_tool",
  title: "Use a tool",
  done: "Used a tool",
  description: "Calls a tool that find_tools found.",
  input: inputSchema,
  effect: "internal",
  // Whatever it calls may bring text from outside.
  egress: "provider",
  summarize: ({ name }) => `Using ${name}`,
  run: async () => ({ kind: "retry", message: "Name a tool that find_tools found." }),
});

/** The call a `use_tool` stands for; any other call as it is. */
export function findUsedTool(call: ToolCall): ToolCall {
  if (call.name !== USE_TOOL) return call;
  const used = inputSchema.safeParse(call.input);
  if (!used.success || used.data.name === USE_TOOL) return call;
  return { id: call.id, name: used.data.name, input: used.data.input as Record<string, Json> };
}
