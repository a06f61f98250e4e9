/** The words of policy. */
import type { ToolMode } from "../protocol/account.ts";

/** What a tool declares of itself (src/tools/define-tool.ts). */
export interface PolicyTool {
  readonly name: string;
  readonly effect: "read" | "internal" | "external";
  readonly egress: "none" | "provider" | "open_web";
  /** The mode that holds where the tenant set none. */
  readonly defaultMode: ToolMode;
  /** First of the two keys: whether an admin may let it run without asking. */
  readonly mayAllow: boolean;
}

/** What is known of what a call would do, once its arguments are resolved. */
export interface CallFacts {
  readonly recipientInternal: boolean;
  readonly recipientIsSpeaker: boolean;
  readonly repliesToText: boolean;
}

/** A call to be judged. */
export interface PolicyCall {
  /** Null for a tool nobody knows. */
  readonly tool: PolicyTool | null;
  readonly agent: string;
  /** Null before the arguments were resolved. */
  readonly facts: CallFacts | null;
}

/** What to do with a call, and the rule that said so. `shadow` logs what would have been done and denies it. */
export interface PolicyDecision {
  readonly decision: "allow" | "ask" | "deny" | "shadow";
  readonly rule: string;
}
