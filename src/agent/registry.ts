/** All agents that features declare, and lookups over them. */
import { fromFeatures } from "../kernel/features.ts";
import { steward } from "./agents/steward.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { AppError } from "../kernel/errors.ts";

declare module "../kernel/features.ts" {
  interface Feature {
    readonly agents?: readonly AgentDefinition[];
  }
}

/** The default agent first, then by name. */
export const allAgents = fromFeatures((features): readonly AgentDefinition[] => {
  const declared = features.flatMap(({ agents = [] }) => agents);
  return [...new Set([steward, ...declared.toSorted((one, other) => (one.name < other.name ? -1 : 1))])];
});

/** The tool for delegating a task. */
export const DELEGATE = "delegate";

/** Returns null for an unknown agent. */
export function findAgent(name: string): AgentDefinition | null {
  return allAgents().find((agent) => agent.name === name) ?? null;
}

/** Throws `not_found` for an unknown agent. */
export function getAgent(name: string): AgentDefinition {
  const agent = findAgent(name);
  if (agent === null) throw new AppError("not_found", "That agent doesn’t exist.");
  return agent;
}

/** The agent of a conversation; Steward by default. Conversations of a removed agent can be read but not continued. */
export function agentOf(name: string = steward.name): AgentDefinition {
  return findAgent(name) ?? { ...steward, name, title: name, tools: [], toolsets: [], instructions: "" };
}

/** Agents that another agent may delegate to. */
export function delegableAgents(asking: string): readonly AgentDefinition[] {
  return allAgents().filter(
    ({ name, delegable }) =>
      name !== asking && (typeof delegable === "boolean" ? delegable : delegable.includes(asking)),
  );
}

/** The toolset of `delegate`: an agent without it in its prompts may find it there. */
const DELEGATE_TOOLSET = "conversation";

/** Whether an agent can delegate. */
export function mayDelegate({ tools, toolsets }: Pick<AgentDefinition, "tools" | "toolsets">): boolean {
  return tools.includes(DELEGATE) || toolsets.includes(DELEGATE_TOOLSET);
}

/**
 * Names of the tools in an agent's prompts; none for an unknown agent. Includes `delegate` only if there is
 * an agent to delegate to.
 */
export function grantsOf(name: string): readonly string[] {
  const tools = findAgent(name)?.tools ?? [];
  return delegableAgents(name).length > 0 ? tools : tools.filter((tool) => tool !== DELEGATE);
}
