import { serverCall } from "../effects/server-call.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Json } from "../../../kernel/hash.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import { callInputSchema, namedTool } from "./named.ts";
import type { ServersServices } from "./offered.ts";

const LINE_CHARS = 100;
const TEXT_CHARS = 8_000;

export const useServerTool = defineTool({
  name: "use_server_tool",
  title: "Use a tool server",
  done: "Drafted a tool call",
  description:
    "Calls a tool of one of the team's own servers, found with list_server_tools, after a person has approved it. Once it's done, read_server_answer brings what the server answered.",
  keywords: "mcp other systems servers external",
  input: callInputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: false,
  effects: [serverCall.kind],
  summarize: ({ tool }) => `Drafting a call of ${tool}`,
  formFor: ({ input }) => objectOf({ input: schemaOf(input) }),
  async resolve(asked, services: ServersServices): Promise<Resolution> {
    const found = await namedTool(services, asked);
    if (typeof found === "string") return retry(found);
    const { server, tool } = found;
    const { id: serverId, name, url } = server;
    const place = { serverId, server: name, host: new URL(url).host };
    return resolvedTo([serverCall.of({ ...place, tool: tool.name, hash: tool.hash, input: asked.input })]);
  },
});

/** Arguments are editable: the card's form derives from the schema, which also validates the edits. */
function schemaOf(value: Json | undefined): Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0] as Json | undefined) };
  if (value !== null && typeof value === "object")
    return objectOf(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, schemaOf(one)])));
  return typeof value === "string" && value.length > LINE_CHARS
    ? { type: "string", maxLength: TEXT_CHARS }
    : { type: value === null || value === undefined ? "null" : typeof value };
}

function objectOf(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { type: "object", properties, required: Object.keys(properties) };
}
