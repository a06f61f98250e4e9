/** `defineAgent`: an agent is one file in `definitions/` and one line in `definitions/index.ts`. */
import type * as z from "zod";
import type { Json } from "../kernel/hash.ts";
import type { Tier } from "./models.ts";
import { outputForm, outputSchemaOf } from "./output.ts";
import type { Script } from "./script.ts";

/** How far one run of an agent may go; what is left out is the team's policy, or what a sub-run may by default. */
interface AgentLimits {
  readonly modelCalls?: number;
  readonly toolCalls?: number;
  readonly minutes?: number;
  readonly costUsd?: number;
  /** How often it may call a tool in one run, by the tool's name; `all` for its calls together. Beyond it the gate refuses, and the agent answers from what it has. */
  readonly uses?: Readonly<Record<string, number>>;
}

/** Something an agent was given by a call of its run. */
export interface Reading {
  readonly tool: string;
  readonly input: Readonly<Record<string, Json>>;
  /** As the agent read it. */
  readonly content: string;
}

/** An output that stands, or what is wrong with it. `or` is what stands once it was sent back often enough. */
export type VerifiedOutput =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly issues: string; readonly or: Json };

/** What an agent's file says of it. */
interface AgentInput {
  /** Persisted with everything it does: never changed. */
  readonly name: string;
  readonly title: string;
  /** What it is for, in one sentence: for people who choose it and for agents that delegate to it. */
  readonly description: string;
  /** Which configured model it runs on (see `models.ts`). */
  readonly tier: Tier;
  /** Without the form of its output, which is added from the schema. */
  readonly instructions: string;
  /** Tools that stand in each of its prompts, by name. */
  readonly tools?: readonly string[];
  /** Toolsets whose other tools it finds with `find_tools`, by name. */
  readonly toolsets?: readonly string[];
  /** What it answers, where that is not free text. */
  readonly output?: z.ZodType;
  /** Holds an output to what the run has read, by code; `tries`: how often it is sent back. */
  readonly verify?: {
    readonly tries: number;
    readonly check: (output: Json, readings: readonly Reading[]) => VerifiedOutput;
  };
  /** Code that makes its replies: no model is asked. */
  readonly script?: Script;
  /** What its sub-runs are told of the team: all that a prompt says, or its name and days alone. */
  readonly briefing?: "whole" | "short";
  /** The group of skills its prompts list; those of no other agent's group where left out. */
  readonly skillGroup?: string | null;
  readonly limits?: AgentLimits;
  /** Most tokens of one reply. */
  readonly maxTokens?: number;
  readonly thinking?: boolean;
  /** The window it works in: at 85 % of it the history is compacted to about 30 %. Kept well below the model's, for speed and cost. */
  readonly windowTokens?: number;
  /** What the model takes at most. */
  readonly contextTokens?: number;
  /** It only notes what it would do until an admin sets its autonomy, whatever the team's policy says. */
  readonly beginsInShadow?: boolean;
  /** Whether a person may start a conversation with it. */
  readonly conversational?: boolean;
  /** Whether another agent may hand it a task, or which ones may. */
  readonly delegable?: boolean | readonly string[];
}

/** An agent: its instructions, what it may use, how far it may go. */
export type AgentDefinition = Required<Omit<AgentInput, Optional>> & Pick<AgentInput, Optional>;
type Optional = "output" | "verify" | "script";

/** Model calls of an agent that is asked once: an answer and its correction. */
export const ASKED_ONCE_CALLS = 2;

/** Whether code asks it a single question, without tools or a conversation. */
export function isAskedOnce(agent: AgentDefinition): boolean {
  const { tools, toolsets, conversational, delegable, script } = agent;
  return (
    tools.length === 0 &&
    toolsets.length === 0 &&
    !conversational &&
    delegable === false &&
    script === undefined
  );
}

/** Declares an agent. The form of its output is added to its instructions when they are first read: starting up does without. */
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
