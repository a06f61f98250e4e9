/** What hooks see of a call. What each needs of the world it is made with. */
import type { Sent, ToolCall, TurnScope } from "../../ports.ts";
import type { Described } from "../../../approvals/index.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { PolicyDecision } from "../../../approvals/policy/index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import type { Outcome } from "../answer.ts";
import type { Call } from "../call.ts";
import type { AnyTool } from "../define-tool.ts";
import type { DraftArguments } from "../draft-arguments.ts";

/** A call on its way through the gate. Hooks fill in what they find out. */
export interface CallState {
  readonly call: ToolCall;
  /** What the call says of its draft. */
  readonly draft: DraftArguments;
  readonly scope: TurnScope;
  /** Null for a tool that does not exist or was not given to the agent. */
  readonly tool: AnyTool | null;
  /** Opens the services of the tool's toolset, once. */
  readonly services: () => Promise<unknown>;
  /** The call as its tool sees it. */
  readonly seen: Call;
  /** The arguments as the tool's schema read them. */
  input: unknown;
  /** Acting calls: what a crashed attempt proposed, else what the call would do. */
  existing: Approval | null;
  resolution: Resolution | null;
  /** All that follows from the effects it resolved to. */
  described: Described | null;
  policy: PolicyDecision | null;
  /** How the tenant's window of calls stands, where that is news. */
  rate: "near_limit" | "spent" | null;
}

/** What a hook before the call says: go on, or the answer at once. */
export interface BeforeVerdict {
  readonly decision: string;
  readonly rule: string | null;
  /** What the call carries out, where it may go on. */
  readonly sent?: Sent;
  readonly stop?: Outcome;
}

/** A named check before a call runs. The first that stops it is the last that is asked. */
export interface BeforeHook {
  readonly name: string;
  readonly before: (state: CallState) => Promise<BeforeVerdict>;
}

/** A named step after a call was answered. It cannot change the answer, and its failure does not lose it. */
export interface AfterHook {
  readonly name: string;
  readonly after: (state: CallState, outcome: Outcome) => Promise<string>;
}
