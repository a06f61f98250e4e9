import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { inputProblems } from "../index.ts";
import { jsonSchema } from "../../../platform/api/common.ts";
import type { OnTool, ServersServices } from "./offered.ts";

/** Maximum input characters per call. */
const INPUT_CHARS = 8_000;

/** Input of both call tools. */
export const callInputSchema = z.strictObject({
  tool: z.string().trim().min(1).max(120).describe("Its name, as list_server_tools answered"),
  input: z.record(z.string(), jsonSchema).describe("Its arguments, by the schema list_server_tools answered"),
});

/**
 * The named tool, if the arguments fit its pinned schema and `mostChars`; a string is an error for the model. With `onlyNamedFields`,
 * unknown field names are rejected, since they would be unapproved words.
 */
export async function namedTool(
  services: ServersServices,
  asked: z.output<typeof callInputSchema>,
  { mostChars = INPUT_CHARS, onlyNamedFields = false } = {},
): Promise<OnTool | string> {
  const tools = await services.tools();
  const found = tools.find(({ name }) => name === asked.tool);
  if (found === undefined)
    return `No tool ${asked.tool} is turned on here. list_server_tools shows those that are.`;
  const input = asked.input as Json;
  if (JSON.stringify(input).length > mostChars) return `The input may have at most ${mostChars} characters.`;
  const problems = inputProblems(found.tool.inputSchema, input, onlyNamedFields);
  return problems.length === 0 ? found : `The input doesn't fit: ${problems.join("; ")}.`;
}
