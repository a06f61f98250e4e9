/** The words of approvals. */
import type { approvals, effects } from "../db/index.ts";
import type { Json } from "../kernel/hash.ts";
import type { DecisionBody, Evidence, Lint } from "../protocol/approval.ts";
import type { Resolution } from "./ports.ts";

/** An approval as stored. */
export type ApprovalRow = typeof approvals.$inferSelect;
/** An effect of it as stored: the ledger's line. */
export type EffectRow = typeof effects.$inferSelect;

/** The rule of what a person did themselves. Persisted. */
export const DIRECT_RULE = "person.direct";

/** Arguments of a tool call. */
export type Arguments = Record<string, Json>;

/** Words of the conversation that a proposal may rest on. */
export interface RecentText {
  readonly who: "user" | "agent" | "contact" | "system";
  readonly name: string;
  readonly text: string;
  readonly at: string;
  readonly messageId: string;
}

/** Where a call was made; a `TurnScope` fits. */
export interface ProposalScope {
  readonly conversationId: string;
  readonly conversationTitle: string;
  readonly turnId: string;
  readonly runId: string;
  /** The message that began the turn. */
  readonly messageId?: string;
  readonly agent: string;
  readonly recentTexts: readonly RecentText[];
}

/** A gated call with what it would do. */
export interface ProposeInput {
  readonly scope: ProposalScope;
  readonly toolCallId: string;
  readonly tool: string;
  readonly arguments: Arguments;
  readonly resolution: Extract<Resolution, { kind: "resolved" }>;
  /** The policy rule that led here. */
  readonly rule: string;
  /** The rule allows the call: approved at birth by the standing rule, executed through the same ledger. */
  readonly allowed?: boolean;
  /** With `allowed`: how long it is held, instead of what the policy says. */
  readonly holdSeconds?: number;
  /** Left out: the last words of people and contacts in the scope. */
  readonly evidence?: readonly Evidence[];
  /** On top of those of the resolution. */
  readonly lints?: readonly Lint[];
}

/** A person of the tenant. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A decision as it arrives. */
export interface DecideInput {
  readonly approvalId: string;
  readonly body: DecisionBody;
  /** The signed-in person, or the one the token was made for. */
  readonly by: Person;
  /** The decision comes from a notification's button: SHA-256 (hex) of its single-use token. */
  readonly token?: { readonly hash: string };
}

/** How far `advance` got. */
export interface Progress {
  readonly status: ApprovalRow["status"];
  /** How long nothing will change by itself, in ms; null at rest, when only a person or the outside moves it on. */
  readonly waitMs: number | null;
}
