/** What an agent may call: the tools it sees in every prompt, and those of its toolsets that it finds first. */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import { findAgent, grantsOf } from "../agents/index.ts";
import { TOOLSETS } from "./catalogue.ts";
import type { AnyTool } from "./define-tool.ts";
import { findTools } from "./discovery/find-tools.ts";
import { modelTools } from "./model-tools.ts";

/** Its tools; none for an agent that does not exist. What is found is also granted. */
export function toolsOf(agent: string): {
  readonly core: readonly string[];
  readonly deferred: readonly AnyTool[];
} {
  const seen = grantsOf(agent);
  const toolsets = findAgent(agent)?.toolsets ?? [];
  const deferred = TOOLSETS.filter(({ name }) => toolsets.includes(name))
    .flatMap(({ tools }) => tools)
    .filter(({ name }) => !seen.includes(name));
  return { core: deferred.length === 0 ? seen : [findTools.name, ...seen], deferred };
}

/** Names of all it may call. */
export function grantedTools(agent: string): readonly string[] {
  const { core, deferred } = toolsOf(agent);
  return [...core, ...deferred.map(({ name }) => name)];
}

/** Its tools as the model is given them, byte for byte the same each time. */
export function modelToolsOf(agent: string): Tool[] {
  const { core, deferred } = toolsOf(agent);
  return modelTools(
    core,
    deferred.map(({ name }) => name),
  );
}
