import * as z from "zod";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { fittingTools, type ServersServices } from "./offered.ts";

const MAX_SHOWN = 5;
/** Of what a tool says of itself, among others. */
const SAYS_CHARS = 1_500;

/**
 * Searches what the servers said of their tools when they were added; nothing is sent to them. Tool descriptions are
 * the servers' words and stay out of our own tool definitions.
 */
export const listServerTools = defineTool({
  name: "list_server_tools",
  title: "Look through tool servers",
  done: "Looked through tool servers",
  description:
    "Shows tools of the team's own servers that fit a wish: their names, their arguments, and which tool calls them. What they say of themselves is from outside.",
  keywords: "mcp other systems servers external",
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe("What it should do, such as: look up a permit"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  brings: "public",
  summarize: ({ query }) => `Looking through tool servers: ${query}`,
  whenEmpty: "None of the team's servers has a tool for that turned on.",
  async run({ query }, services: ServersServices) {
    const tools = await services.tools();
    const named = tools.find(({ name }) => name === query);
    const fitting = named === undefined ? fittingTools(tools, query) : [named];
    return {
      kind: "list",
      keep: "first",
      outside: true,
      total: fitting.length,
      items: fitting.slice(0, MAX_SHOWN).map(({ name, server, tool }) => ({
        tool: name,
        server: server.name,
        callWith: tool.use === "look_up" ? "look_up_on_server" : "use_server_tool",
        says: named === undefined ? beginOf(name, tool.description) : tool.description,
        // As text: schemas may contain the server's words.
        input: JSON.stringify(tool.inputSchema),
      })),
    };
  },
});

function beginOf(name: string, says: string): string {
  if (says.length <= SAYS_CHARS) return says;
  return `${says.slice(0, SAYS_CHARS)}… (cut: list_server_tools with the query ${name} shows all ${says.length} characters)`;
}
