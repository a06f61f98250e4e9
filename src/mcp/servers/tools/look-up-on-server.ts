import type { Json } from "../../../kernel/hash.ts";
import { callOnServer } from "../index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { callInputSchema, namedTool } from "./named.ts";
import type { ServersServices } from "./offered.ts";

/** Limit for look-ups: longer input could carry the team's records out. */
const QUESTION_CHARS = 1_000;

export const lookUpOnServer = defineTool({
  name: "look_up_on_server",
  title: "Look something up on a tool server",
  done: "Looked something up on a tool server",
  description:
    "Looks something up with a tool of one of the team's own servers, found with list_server_tools.",
  keywords: "mcp other systems servers external",
  input: callInputSchema,
  effect: "read",
  egress: "provider",
  summarize: ({ tool }) => `Looking something up with ${tool}`,
  async run(asked, services: ServersServices) {
    const found = await namedTool(services, asked, {
      mostChars: QUESTION_CHARS,
      onlyNamedFields: true,
    });
    if (typeof found === "string") return { ...retry(found), isUnsent: true };
    const { server, tool } = found;
    if (tool.use !== "look_up")
      return {
        kind: "retry",
        message: `${asked.tool} needs a person's approval: call it with use_server_tool.`,
        isUnsent: true,
      };
    const { text, isError } = await callOnServer(services.deps, {
      serverId: server.id,
      tool: tool.name,
      hash: tool.hash,
      input: asked.input as Record<string, Json>,
      as: "look_up",
    });
    return { kind: "ok", data: { server: server.name, ...(isError ? { failed: true } : {}), answer: text } };
  },
});
