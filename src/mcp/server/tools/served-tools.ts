/**
 * The catalogue as other agents are served it over the Model Context Protocol: the same tools, the same gate, filtered by what a member allowed and by what
 * the team has connected. Annotations follow from the declared effect.
 */
import type { McpScope } from "../../api/mcp.ts";
import type { ServedTool } from "../index.ts";
import { TOOLSETS } from "../../../features/toolsets.ts";
import type { AnyTool } from "../../../agent/tools/define-tool.ts";
import { definitionOf } from "../../../agent/tools/model-tools.ts";

/** The agent a client's calls are made as. Persisted with what it proposes. */
export const MCP_AGENT = "mcp";

/** Toolsets of a conversation of ours, of a prompt of ours, and of the open web and other servers, which a client has itself. */
const OWN: ReadonlySet<string> = new Set(["conversation", "discovery", "web", "servers"]);

const SERVED = TOOLSETS.filter(({ name }) => !OWN.has(name));
const NAMES: readonly string[] = SERVED.flatMap(({ tools }) => tools.map(({ name }) => name));

const SCOPES = {
  read: "records:read",
  internal: "records:write",
  external: "actions:propose",
} as const satisfies Record<AnyTool["effect"], McpScope>;

/** Names of all tools that clients are served at all. */
export function servedNames(): readonly string[] {
  return NAMES;
}

/** The scope a call of a tool takes. */
export function scopeOf(tool: AnyTool): McpScope {
  return SCOPES[tool.effect];
}

/** The tools under these scopes while these vendors are connected, in the catalogue's order. */
export function servedTools(scopes: readonly McpScope[], connected: readonly string[]): ServedTool[] {
  return SERVED.filter(({ vendor }) => vendor === undefined || connected.includes(vendor))
    .flatMap(({ tools }) => tools)
    .filter((tool) => scopes.includes(scopeOf(tool)))
    .map(servedTool);
}

function servedTool(tool: AnyTool): ServedTool {
  const { name, description, input_schema: inputSchema } = definitionOf(tool);
  const isExternal = tool.effect === "external";
  return {
    name,
    title: tool.title,
    description: isExternal ? `${description ?? ""} ${ASKS}` : (description ?? ""),
    inputSchema: inputSchema as unknown as Readonly<Record<string, unknown>>,
    annotations: {
      readOnlyHint: tool.effect === "read",
      // Nothing leaves without a person's approval, and every version of a file stays.
      destructiveHint: false,
      idempotentHint: tool.effect === "read",
      openWorldHint: tool.egress !== "none",
    },
  };
}

const ASKS = "This only asks: somebody on the team approves it first. Follow it with approval_status.";
