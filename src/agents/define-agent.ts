/** `defineAgent`: an agent is one file in `definitions/` and one line in `definitions/index.ts`. */
import type * as z from "zod";
import type { Tier } from "./models.ts";

/** How far one run of an agent may go; what is left out is the team's policy, or what a sub-run may by default. */
export interface AgentLimits {
  readonly modelCalls?: number;
  readonly toolCalls?: number;
  readonly minutes?: number;
  readonly costUsd?: number;
}

/** What an agent's file says of it. */
export interface AgentInput {
  /** Persisted with everything it does: never changed. */
  readonly name: string;
  readonly title: string;
  /** What it is for, in one sentence: for people who choose it and for agents that delegate to it. */
  readonly description: string;
  /** Which configured model it runs on (see `models.ts`). */
  readonly tier: Tier;
  readonly instructions: string;
  /** Tools that stand in each of its prompts, by name. */
  readonly tools?: readonly string[];
  /** Toolsets whose other tools it finds with `find_tools`, by name. */
  readonly toolsets?: readonly string[];
  /** What it answers, where that is not free text. */
  readonly output?: z.ZodType;
  readonly limits?: AgentLimits;
  /** Most tokens of one reply. */
  readonly maxTokens?: number;
  readonly thinking?: boolean;
  /** The window it works in: at 85 % of it the history is compacted to about 30 %. Kept well below the model's, for speed and cost. */
  readonly windowTokens?: number;
  /** What the model takes at most. */
  readonly contextTokens?: number;
  /** Whether a person may start a conversation with it. */
  readonly conversational?: boolean;
  /** Whether another agent may hand it a task. */
  readonly delegable?: boolean;
}

/** An agent: its instructions, what it may use, how far it may go. */
export type AgentDefinition = Required<Omit<AgentInput, "output">> & Pick<AgentInput, "output">;

/** Declares an agent. */
export function defineAgent(agent: AgentInput): AgentDefinition {
  return {
    tools: [],
    toolsets: [],
    limits: {},
    maxTokens: 8_000,
    thinking: false,
    windowTokens: 40_000,
    contextTokens: 200_000,
    conversational: false,
    delegable: false,
    ...agent,
  };
}
