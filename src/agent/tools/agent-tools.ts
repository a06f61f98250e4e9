/** The tools an agent may call: those in every prompt, and those of its toolsets that it must find first. */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import {
  allAgents,
  delegableAgents,
  FIND_TOOLS,
  findAgent,
  grantsOf,
  USE_TOOL,
  type Offer,
} from "../index.ts";
import type { OfferedTools } from "../conversations/index.ts";
import { allVendors } from "../../platform/vendors.ts";
import type { MissingVendor } from "../api/agent.ts";
import { fromFeatures } from "../../kernel/features.ts";
import { findTool, MCP_AGENT, servedNames, allToolsets } from "./catalogue.ts";
import { isReached, vendorsOf, type Toolset } from "./define-toolset.ts";
import { modelTools } from "./model-tools.ts";

const everyVendor = fromFeatures((): readonly string[] => ["mcp", ...allVendors().map(({ name }) => name)]);

function isConnected(
  toolset: Pick<Toolset, "vendor" | "alone">,
  connected: readonly string[],
  tool = "",
): boolean {
  return isReached(toolset, connected) || toolset.alone?.includes(tool) === true;
}

/** An agent's tools with these vendors connected; none for an unknown agent. */
export function offeredTools(agent: string, connected: readonly string[] = everyVendor()): OfferedTools {
  const { tools = [], toolsets = [] } = findAgent(agent) ?? {};
  const core = grantsOf(agent).filter((name) => isConnected(findTool(name)?.toolset ?? {}, connected, name));
  const found = allToolsets()
    .filter((toolset) => toolsets.includes(toolset.name))
    .flatMap((toolset) =>
      toolset.tools.map(({ name }) => name).filter((name) => isConnected(toolset, connected, name)),
    )
    .filter((name) => !tools.includes(name));
  // `use_tool` is only for models that can't receive a found tool's definition; it is left out for all others.
  return found.length === 0
    ? { core, deferred: [] }
    : { core: [FIND_TOOLS, ...core], deferred: [USE_TOOL, ...found] };
}

/** Names of all tools an agent may call. A tool without its connection returns an error. */
export function grantedTools(agent: string): readonly string[] {
  if (agent === MCP_AGENT) return servedNames();
  const { core, deferred } = offeredTools(agent);
  return [...core, ...deferred];
}

/** What a tool reaches, named for people and models. */
export function reachOfTool(name: string): string {
  return findTool(name)?.toolset.title ?? name;
}

/** Definitions for the model, with stable bytes. */
export function modelToolsOf({ core, deferred }: OfferedTools): Tool[] {
  return modelTools(core, deferred);
}

/** Vendors that prompts mention even if they aren't connected. */
function isExpected(vendor: string): boolean {
  return allAgents().some(({ tools }) =>
    tools.some((name) => vendorsOf(findTool(name)?.toolset ?? {})[0] === vendor),
  );
}

/** Expected vendors that an agent's tools need and that aren't connected, with what each would reach. */
export function missingVendors(agent: string, connected: readonly string[]): MissingVendor[] {
  const granted = new Set(grantedTools(agent));
  const missing = allToolsets().filter(
    (toolset) => !isConnected(toolset, connected) && toolset.tools.some(({ name }) => granted.has(name)),
  );
  return allVendors().flatMap(({ name, title }) => {
    // Of several vendors, the first stands for all.
    const reaches = missing.filter((toolset) => vendorsOf(toolset)[0] === name).map((one) => one.title);
    return reaches.length === 0 || !isExpected(name) ? [] : [{ title, reaches }];
  });
}

/** The tools for an agent's prompt with these vendors connected, including those of agents it can delegate to. */
export function offerTo(agent: string, connected: readonly string[]): Offer {
  const names = [agent, ...delegableAgents(agent).map(({ name }) => name)];
  return {
    tools: Object.fromEntries(names.map((name) => [name, offeredTools(name, connected)])),
    notConnected: missingVendors(agent, connected),
  };
}
