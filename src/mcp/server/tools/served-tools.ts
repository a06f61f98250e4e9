/**
 * The tool catalog as served over MCP: the same tools and gate, filtered by the grant's scopes and the team's connections. Annotations
 * derive from the declared effect.
 */
import type { GrantScope, McpScope } from "../../api/mcp.ts";
import type { ServedTool } from "../index.ts";
import { servedToolsets } from "../../../agent/tools/catalogue.ts";
import type { AnyTool } from "../../../agent/tools/define-tool.ts";
import { isReached } from "../../../agent/tools/define-toolset.ts";
import { wholeDefinitionOf } from "../../../agent/tools/model-tools.ts";

const SCOPES = {
  read: "records:read",
  internal: "records:write",
  external: "actions:propose",
} as const satisfies Record<AnyTool["effect"], McpScope>;

export function scopeOf(tool: AnyTool): McpScope {
  return SCOPES[tool.effect];
}

/** Tools for these scopes and connected vendors, in catalog order. */
export function servedTools(scopes: readonly GrantScope[], connected: readonly string[]): ServedTool[] {
  return servedToolsets()
    .filter((toolset) => isReached(toolset, connected))
    .flatMap(({ tools }) => tools)
    .filter((tool) => scopes.includes(scopeOf(tool)))
    .map(servedTool);
}

function servedTool(tool: AnyTool): ServedTool {
  const { name, description, input_schema: inputSchema } = wholeDefinitionOf(tool);
  const isExternal = tool.effect === "external";
  return {
    name,
    title: tool.title,
    description: isExternal ? `${description ?? ""} ${ASKS}` : (description ?? ""),
    inputSchema: inputSchema as unknown as Readonly<Record<string, unknown>>,
    annotations: {
      readOnlyHint: tool.effect === "read",
      // Nothing is sent without approval, and every file version is kept.
      destructiveHint: false,
      idempotentHint: tool.effect === "read",
      openWorldHint: tool.egress !== "none",
    },
  };
}

const ASKS = "This only asks: somebody on the team approves it first. Follow it with approval_status.";
