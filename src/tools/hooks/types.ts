/** What hooks see of a call and what they are given. */
import type { AdmissionPort, ToolCall, TurnScope } from "../../agents/ports.ts";
import type { Resolution, ResolutionFacts } from "../../approvals/ports.ts";
import type { AuditEntry } from "../../audit/index.ts";
import type { Logger } from "../../kernel/log.ts";
import type { PolicyDecision, PolicyTool } from "../../policy/index.ts";
import type { Approval } from "../../protocol/approval.ts";
import type { Outcome } from "../answer.ts";
import type { AnyTool } from "../define-tool.ts";
import type { ToolContext } from "../ports.ts";

/** A resolution that can be proposed. */
export type Resolved = Extract<Resolution, { kind: "resolved" }>;

/** Everything the gate needs of the world; one tenant's. */
export interface GateDeps extends Omit<ToolContext, "scope" | "asker" | "mail"> {
  readonly tenantId: string;
  /** The e-mail of whom the agent acts for: it depends on who is speaking. */
  readonly mailFor: (
    conversationId: string,
    speaker: TurnScope["speaker"],
  ) => ReturnType<ToolContext["mail"]>;
  readonly logger: Logger;
  /** Names of the tools an agent was given. */
  readonly grants: (agent: string) => readonly string[];
  /** Judges by the tenant's policy as it is now. */
  readonly judge: (call: {
    readonly tool: PolicyTool | null;
    readonly agent: string;
    readonly facts: ResolutionFacts | null;
  }) => Promise<PolicyDecision>;
  readonly admission: Pick<AdmissionPort, "admitToolCall">;
  /** The approval a call has already led to, if a crashed attempt made one. */
  readonly findProposal: (call: ToolCall, scope: TurnScope) => Promise<Approval | null>;
  /**
   * Puts a gated call before a person, or through the ledger by a standing rule where `allowed`. Repeats make
   * nothing new.
   */
  readonly propose: (input: {
    readonly call: ToolCall;
    readonly scope: TurnScope;
    readonly resolution: Resolved;
    readonly rule: string;
    readonly allowed: boolean;
  }) => Promise<Approval>;
  readonly audit: (entry: AuditEntry) => Promise<void>;
  /** Tells the tenant's admins. Repeats within the same hour ring once. */
  readonly alertAdmins: (kind: "tool_calls_spent") => Promise<void>;
}

/** A call on its way through the gate. Hooks fill in what they find out. */
export interface CallState {
  readonly call: ToolCall;
  readonly scope: TurnScope;
  readonly context: ToolContext;
  /** Null for a tool that does not exist or was not given to the agent. */
  readonly tool: AnyTool | null;
  /** The arguments as the tool's schema read them. */
  input: unknown;
  /** External calls: what a crashed attempt proposed, else what the call would do. */
  existing: Approval | null;
  resolution: Resolution | null;
  policy: PolicyDecision | null;
  /** Set once the tenant's window of calls is used up. */
  rateLimited: boolean;
}

/** What a hook before the call says: go on, or the answer at once. */
export interface BeforeVerdict {
  readonly decision: string;
  readonly rule: string | null;
  readonly stop?: Outcome;
}

/** A named check before a call runs. The first that stops it is the last that is asked. */
export interface BeforeHook {
  readonly name: string;
  readonly before: (state: CallState, deps: GateDeps) => Promise<BeforeVerdict>;
}

/** A named step after a call was answered. It cannot change the answer, and its failure does not lose it. */
export interface AfterHook {
  readonly name: string;
  readonly after: (state: CallState, outcome: Outcome, deps: GateDeps) => Promise<string>;
}
