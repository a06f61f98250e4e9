/** `defineAgent`: an agent is one file in a room's `agents/` and one line in its `all.ts`. */
import type * as z from "zod";
import type { Json } from "../kernel/hash.ts";
import type { Tier } from "./models.ts";
import { outputForm, outputSchemaOf } from "./output.ts";
import type { Script } from "./script.ts";

/** Limits of one run. Defaults come from the team's policy, or for a sub-run from `sub-runs.ts`. */
interface AgentLimits {
  readonly modelCalls?: number;
  readonly toolCalls?: number;
  readonly minutes?: number;
  readonly costUsd?: number;
  /**
   * Maximum calls per tool in one run; `all` for all tools together. Beyond it the gate refuses, and the
   * agent answers with what it has.
   */
  readonly uses?: Readonly<Record<string, number>>;
}

/** The result of a call of the run. */
export interface Reading {
  readonly tool: string;
  readonly input: Readonly<Record<string, Json>>;
  /** As the agent read it. */
  readonly content: string;
}

/** A valid output, or the problems with it. `or` is used after too many corrections. */
export type VerifiedOutput =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly issues: string; readonly or: Json };

interface AgentInput {
  /** Persisted with all its work, so never changed. */
  readonly name: string;
  readonly title: string;
  /** Its purpose in one sentence, for people and for agents that delegate to it. */
  readonly description: string;
  /** Which configured model it uses (see `models.ts`). */
  readonly tier: Tier;
  /** Without the output format, which is derived from the schema. */
  readonly instructions: string;
  /** Tools included in every prompt, by name. */
  readonly tools?: readonly string[];
  /** Toolsets whose other tools it can find with `find_tools`, by name. */
  readonly toolsets?: readonly string[];
  /** Schema of its answer; free text if missing. */
  readonly output?: z.ZodType;
  /** Checks an output against what the run has read; `tries` is the number of corrections. */
  readonly verify?: {
    readonly tries: number;
    readonly check: (output: Json, readings: readonly Reading[]) => VerifiedOutput;
  };
  /** Code that writes its replies; no model is called. */
  readonly script?: Script;
  /** What its sub-runs are told about the team: everything, or only its name and dates. */
  readonly briefing?: "whole" | "short";
  /** The group of skills listed in its prompts; by default, those of no group. */
  readonly skillGroup?: string | null;
  readonly limits?: AgentLimits;
  /** Maximum tokens of one reply. */
  readonly maxTokens?: number;
  readonly thinking?: boolean;
  /**
   * Working window in tokens: at 85% the history is compacted to about 30%. Kept well below the model's
   * window, for speed and cost.
   */
  readonly windowTokens?: number;
  /** The model's context window. */
  readonly contextTokens?: number;
  /** Stays in shadow mode until an admin sets its autonomy, whatever the team's policy says. */
  readonly beginsInShadow?: boolean;
  /** Whether people can start a conversation with it. */
  readonly conversational?: boolean;
  /** Whether other agents may delegate to it, or which ones. */
  readonly delegable?: boolean | readonly string[];
}

export type AgentDefinition = Required<Omit<AgentInput, Optional>> & Pick<AgentInput, Optional>;
type Optional = "output" | "verify" | "script";

/** Model calls of an agent that is asked once: an answer and one correction. */
export const ASKED_ONCE_CALLS = 2;

/** Whether code asks it single questions, without a conversation. Code may call tools with its answer, which its toolsets name. */
export function isAskedOnce({ tools, conversational, delegable, script }: AgentDefinition): boolean {
  return tools.length === 0 && !conversational && delegable === false && script === undefined;
}

/** Declares an agent. The output format is added to its instructions lazily, to keep start-up fast. */
export function defineAgent(agent: AgentInput): AgentDefinition {
  let instructions: string | null = null;
  return {
    tools: [],
    toolsets: [],
    limits: {},
    maxTokens: 8_000,
    thinking: false,
    windowTokens: 40_000,
    contextTokens: 200_000,
    beginsInShadow: false,
    conversational: false,
    delegable: false,
    briefing: "whole",
    skillGroup: null,
    ...agent,
    get instructions() {
      instructions ??= withForm(agent);
      return instructions;
    },
  };
}

function withForm(agent: AgentInput): string {
  const schema = outputSchemaOf(agent);
  return schema === null ? agent.instructions : `${agent.instructions}\n\n${outputForm(schema)}`;
}
