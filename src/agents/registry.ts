/** The agents of the product: an explicit list. Adding one is a file in `definitions/` and a line here. */
import { keeper } from "./definitions/keeper.ts";
import { steward } from "./definitions/steward.ts";
import { summarizer } from "./definitions/summarizer.ts";

/** An agent: what it is told, what it may use, how much it may hold. */
export interface AgentDefinition {
  readonly name: string;
  readonly title: string;
  /** Which configured model it runs on: AGENT_MODEL or CHEAP_MODEL. */
  readonly tier: "main" | "cheap";
  readonly instructions: string;
  /** Tools it may call, by name. */
  readonly tools: readonly string[];
  /** Most tokens of one reply. */
  readonly maxTokens: number;
  readonly thinking: boolean;
  /** The window it works in: at 85 % of it the history is compacted to about 30 %. Kept well below the model's, for speed and cost. */
  readonly windowTokens: number;
  /** What the model takes at most. */
  readonly contextTokens: number;
}

/** The models of a deployment. */
export interface ModelNames {
  readonly main: string;
  readonly cheap: string;
}

export const AGENTS: readonly AgentDefinition[] = [steward, summarizer, keeper];

/** Names of the tools an agent may call; none for an agent that does not exist. */
export function grantsOf(agent: string): readonly string[] {
  return AGENTS.find((definition) => definition.name === agent)?.tools ?? [];
}

/** The model an agent runs on. */
export function modelOf(agent: AgentDefinition, models: ModelNames): string {
  return models[agent.tier];
}
