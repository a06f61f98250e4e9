/** The call as hooks see it. */
import type { HookRecord, Sent, ToolCall, TurnScope } from "../../ports.ts";
import type { Described } from "../../../approvals/index.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { PolicyDecision } from "../../../approvals/policy/index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import type { Outcome } from "../answer.ts";
import type { Call } from "../call.ts";
import type { AnyTool } from "../define-tool.ts";
import type { DraftArguments } from "../draft-arguments.ts";

/** A call in the gate. Hooks add their findings. */
export interface CallState {
  readonly call: ToolCall;
  /** The draft's own arguments. */
  readonly draft: DraftArguments;
  /** Items of a list to leave out. */
  readonly skip: number;
  readonly scope: TurnScope;
  /** Null for a tool that doesn't exist or isn't granted. */
  readonly tool: AnyTool | null;
  /** The toolset's services. */
  readonly services: () => Promise<unknown>;
  /** The call as its tool sees it. */
  readonly seen: Call;
  /** The arguments as parsed by the tool's schema. */
  input: unknown;
  /** For external calls: the approval of a crashed attempt, if any. */
  existing: Approval | null;
  resolution: Resolution | null;
  /** Everything derived from the resolved effects. */
  described: Described | null;
  policy: PolicyDecision | null;
  /** Set if the hourly limit is nearly or fully used. */
  rate: "near_limit" | "spent" | null;
}

/** Continues unless `stop` is set, which is the answer. */
export interface BeforeVerdict {
  readonly decision: string;
  readonly rule: string | null;
  /** What the call sends out, if it continues. */
  readonly sent?: Sent;
  readonly stop?: Outcome;
}

/** A check before a call runs. The first that stops the call ends the list. */
export interface BeforeHook {
  readonly name: string;
  readonly before: (state: CallState) => Promise<BeforeVerdict>;
}

/** A step after the answer. It can't change the answer, and its failure doesn't lose it. */
export interface AfterHook {
  readonly name: string;
  readonly after: (
    state: CallState,
    outcome: Outcome,
  ) => Promise<string | ({ readonly decision: string } & Pick<HookRecord, "input" | "rows">)>;
}
