/** Types shared across policy. */
import type { CallFacts } from "../tables/approvals.ts";
import type { Json } from "../../kernel/hash.ts";
import type { ToolMode } from "../api/policy-rules.ts";

/** What a tool declares about itself (src/agent/tools/define-tool.ts). */
export interface PolicyTool {
  readonly name: string;
  readonly effect: "read" | "internal" | "external";
  readonly egress: "none" | "provider" | "listed_sites" | "open_web";
  /** The mode if the tenant set none. */
  readonly defaultMode: ToolMode;
  /** The first of two conditions: whether an admin may allow it without approval. */
  readonly mayAllow: boolean;
}

/** A call to be judged. */
export interface PolicyCall {
  /** Null for an unknown tool. */
  readonly tool: PolicyTool | null;
  readonly agent: string;
  /** As written by the model, or by the person who edited them. */
  readonly arguments: Readonly<Record<string, Json>>;
  /** Null before the arguments are resolved. */
  readonly facts: CallFacts | null;
  /** Whether the conversation contains text from outside the team; true if unknown. */
  readonly untrustedText: boolean;
  /**
   * Whether other people's data was looked up there, which must not leave the team without approval; true if
   * unknown.
   */
  readonly readOfOthers: boolean;
}

/** The decision and the rule that made it. `shadow` logs the call and denies it. */
export interface PolicyDecision {
  readonly decision: "allow" | "ask" | "deny" | "shadow";
  readonly rule: string;
}

/** Judges a call by the tenant's current policy. */
export type Judge = (call: PolicyCall) => Promise<PolicyDecision>;
