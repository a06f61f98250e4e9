/** What an agent may call: the tools it sees in every prompt, and those of its toolsets that it finds first. */
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
import type { Toolset } from "./define-toolset.ts";
import { modelTools } from "./model-tools.ts";

const everyVendor = fromFeatures((): readonly string[] => ["mcp", ...allVendors().map(({ name }) => name)]);

function isConnected({ vendor }: Pick<Toolset, "vendor">, connected: readonly string[]): boolean {
  return vendor === undefined || connected.includes(vendor);
}

/** The tools an agent is offered while these vendors are connected; none for an agent that does not exist. */
export function offeredTools(agent: string, connected: readonly string[] = everyVendor()): OfferedTools {
  const { tools = [], toolsets = [] } = findAgent(agent) ?? {};
  const core = grantsOf(agent).filter((name) => isConnected(findTool(name)?.toolset ?? {}, connected));
  const found = allToolsets()
    .filter((toolset) => toolsets.includes(toolset.name))
    .filter((toolset) => isConnected(toolset, connected))
    .flatMap((toolset) => toolset.tools.map(({ name }) => name))
    .filter((name) => !tools.includes(name));
  // `use_tool` is for models that cannot be handed a found tool's definition; to all others it stays out of the prompt.
  return found.length === 0
    ? { core, deferred: [] }
    : { core: [FIND_TOOLS, ...core], deferred: [USE_TOOL, ...found] };
}

/** Names of all an agent may call, whatever is connected: without its connection a call says so. */
export function grantedTools(agent: string): readonly string[] {
  if (agent === MCP_AGENT) return servedNames();
  const { core, deferred } = offeredTools(agent);
  return [...core, ...deferred];
}

/** What a tool reaches, as people and models call it. */
export function reachOfTool(name: string): string {
  return findTool(name)?.toolset.title ?? name;
}

/** Tools as the model is given them, byte for byte the same each time. */
export function modelToolsOf({ core, deferred }: OfferedTools): Tool[] {
  return modelTools(core, deferred);
}

/** What agents read of in every prompt: of other vendors nothing is said to a team that has not connected them. */
function isExpected(vendor: string): boolean {
  return allAgents().some(({ tools }) => tools.some((name) => findTool(name)?.toolset.vendor === vendor));
}

/** The vendors that tools of an agent need, that teams are expected to have, and that are not connected, with what each would reach. */
export function missingVendors(agent: string, connected: readonly string[]): MissingVendor[] {
  const granted = new Set(grantedTools(agent));
  const missing = allToolsets().filter(
    (toolset) => !isConnected(toolset, connected) && toolset.tools.some(({ name }) => granted.has(name)),
  );
  return allVendors().flatMap(({ name, title }) => {
    const reaches = missing.filter(({ vendor }) => vendor === name).map((toolset) => toolset.title);
    return reaches.length === 0 || !isExpected(name) ? [] : [{ title, reaches }];
  });
}

/** What a prompt of an agent holds while these vendors are connected: its own tools, and those of agents it can hand a task to. */
export function offerTo(agent: string, connected: readonly string[]): Offer {
  const names = [agent, ...delegableAgents(agent).map(({ name }) => name)];
  return {
    tools: Object.fromEntries(names.map((name) => [name, offeredTools(name, connected)])),
    notConnected: missingVendors(agent, connected),
  };
}
