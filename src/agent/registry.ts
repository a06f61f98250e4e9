/** The agents that features declare as a list, and what follows from their definitions. */
import { fromFeatures } from "../kernel/features.ts";
import { steward } from "./agents/steward.ts";
import type { AgentDefinition } from "./define-agent.ts";

declare module "../kernel/features.ts" {
  interface Feature {
    readonly agents?: readonly AgentDefinition[];
  }
}

/** Every agent there is; first the one people talk to where they choose none, then by name. */
export const allAgents = fromFeatures((features): readonly AgentDefinition[] => {
  const declared = features.flatMap(({ agents = [] }) => agents);
  return [...new Set([steward, ...declared.toSorted((one, other) => (one.name < other.name ? -1 : 1))])];
});

/** The tool by which an agent hands a task to another. */
export const DELEGATE = "delegate";

/** An agent by its name; null for one that does not exist. */
export function findAgent(name: string): AgentDefinition | null {
  return allAgents().find((agent) => agent.name === name) ?? null;
}

/** Whom one talks to in a conversation: Steward where no agent is named. An agent that is gone can be read but not asked any more. */
export function agentOf(name: string = steward.name): AgentDefinition {
  return findAgent(name) ?? { ...steward, name, title: name, tools: [], toolsets: [], instructions: "" };
}

/** Agents that another agent may hand a task to. */
export function delegableAgents(asking: string): readonly AgentDefinition[] {
  return allAgents().filter(
    ({ name, delegable }) =>
      name !== asking && (typeof delegable === "boolean" ? delegable : delegable.includes(asking)),
  );
}

/** The toolset that holds it: an agent without the tool in its prompts may find it there. */
const DELEGATE_TOOLSET = "conversation";

/** Whether an agent can hand tasks to others. */
export function mayDelegate({ tools, toolsets }: Pick<AgentDefinition, "tools" | "toolsets">): boolean {
  return tools.includes(DELEGATE) || toolsets.includes(DELEGATE_TOOLSET);
}

/** Names of the tools that stand in an agent's prompts; none for an agent that does not exist. It delegates only where there is an agent to delegate to. */
export function grantsOf(name: string): readonly string[] {
  const tools = findAgent(name)?.tools ?? [];
  return delegableAgents(name).length > 0 ? tools : tools.filter((tool) => tool !== DELEGATE);
}
