/** The words of policy. */
import type { CallFacts } from "../tables/approvals.ts";
import type { Json } from "../../kernel/hash.ts";
import type { ToolMode } from "../api/policy-rules.ts";

/** What a tool declares of itself (src/agent/tools/define-tool.ts). */
export interface PolicyTool {
  readonly name: string;
  readonly effect: "read" | "internal" | "external";
  readonly egress: "none" | "provider" | "listed_sites" | "open_web";
  /** The mode that holds where the tenant set none. */
  readonly defaultMode: ToolMode;
  /** First of the two keys: whether an admin may let it run without asking. */
  readonly mayAllow: boolean;
}

/** A call to be judged. */
export interface PolicyCall {
  /** Null for a tool no one knows. */
  readonly tool: PolicyTool | null;
  readonly agent: string;
  /** As the model, or the person who edited them, wrote them. */
  readonly arguments: Readonly<Record<string, Json>>;
  /** Null before the arguments were resolved. */
  readonly facts: CallFacts | null;
  /** Whether text from outside the team is in the conversation that asks; true where that is not known. */
  readonly untrustedText: boolean;
  /** Whether something was looked up there that others than the team may not be told unasked; true where that is not known. */
  readonly readOfOthers: boolean;
}

/** What to do with a call, and the rule that said so. `shadow` logs what would have been done and denies it. */
export interface PolicyDecision {
  readonly decision: "allow" | "ask" | "deny" | "shadow";
  readonly rule: string;
}

/** Judges a call by the tenant's policy as it is now. */
export type Judge = (call: PolicyCall) => Promise<PolicyDecision>;
