/** The words of approvals. */
import type { approvals, effects } from "./tables/approvals.ts";
import type { Json } from "../kernel/hash.ts";
import type { DecisionBody, Evidence, Lint, Receipt } from "./api/approval.ts";
import type { Resolved } from "./ports.ts";

/** An approval's row, whatever its status. */
export type StoredApproval = typeof approvals.$inferSelect;
/** An effect's row, whatever its status. */
export type StoredEffect = typeof effects.$inferSelect;

/** Who decided, and when. */
export interface Decided {
  readonly decisionId: string;
  readonly by: Person;
  readonly at: string;
  readonly reason: string | null;
}

/** What there is to an approval in each of its states. */
export type ApprovalState =
  | { readonly status: "pending" | "expired" }
  | {
      readonly status: "withdrawn";
      readonly reason: string | null;
      /** Null in rows from before it was kept. */
      readonly withdrawnBy: Person | null;
      readonly withdrawnAt: string | null;
    }
  | { readonly status: "rejected"; readonly decided: Decided; readonly redraft: boolean }
  /** Approved; `executeAfter` while it is held. */
  | { readonly status: "approved"; readonly decided: Decided; readonly executeAfter: string | null }
  /** `decided` is null where news came before anybody decided. */
  | { readonly status: "stale"; readonly decided: Decided | null; readonly staleReason: string | null }
  | {
      readonly status: "executing" | "done" | "failed" | "needs_human" | "not_done";
      readonly decided: Decided;
      /** When execution began; that of older rows, the decision. */
      readonly begunAt: string;
    };

type OfApprovalStates =
  | "status"
  | "decisionId"
  | "decision"
  | "decidedById"
  | "decidedByName"
  | "decidedAt"
  | "reason"
  | "redraft"
  | "staleReason"
  | "startsAt";

/** An approval as stored, in the state it is in. */
export type ApprovalRow = Omit<StoredApproval, OfApprovalStates> & ApprovalState;

/** What there is to an effect in each of its states. `claimedAt` is kept while an attempt may have been applied. */
export type EffectState =
  | {
      readonly status: "planned";
      /** The last attempt, where there was one. */
      readonly attemptId: string | null;
      readonly claimedAt: string | null;
      /** Not to be tried before. */
      readonly notBefore: string | null;
      readonly problem: string | null;
    }
  | {
      readonly status: "claimed";
      readonly attemptId: string;
      readonly claimedAt: string;
      /** A dead attempt is left alone until then. */
      readonly deadlineAt: string;
      /** What the provider answered, where it was no proof; null where nothing came. */
      readonly problem: string | null;
    }
  | { readonly status: "done"; readonly receipt: Receipt }
  | { readonly status: "failed" | "needs_human" | "not_done"; readonly problem: string | null };

type OfEffectStates =
  | "status"
  | "attemptId"
  | "claimedAt"
  | "nextAttemptAt"
  | "providerId"
  | "receipt"
  | "problem";

/** An effect of an approval as stored, in the state it is in: the ledger's line. */
export type EffectRow = Omit<StoredEffect, OfEffectStates> & EffectState;
/** An effect that an attempt owns. */
export type ClaimedEffect = Extract<EffectRow, { status: "claimed" }>;
/** An effect that an attempt can take: planned, or left behind by one that died. */
export type OpenEffect = Extract<EffectRow, { status: "planned" | "claimed" }>;

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
  readonly resolution: Resolved;
  /** The policy rule that led here. */
  readonly rule: string;
  /** The rule allows the call: approved at birth by the standing rule, executed by its Workflow through the same ledger. */
  readonly allowed?: boolean;
  /** Left out: the last words of people and contacts in the scope. */
  readonly evidence?: readonly Evidence[];
  /** On top of those of the resolution. */
  readonly lints?: readonly Lint[];
  /** The waiting draft it is to take the place of. */
  readonly replaces?: NamedDraft | undefined;
  /** What the agent wants whoever decides to know. */
  readonly note?: string | null;
}

/** A draft that an agent names, to replace or to withdraw it. */
export interface NamedDraft {
  readonly approvalId: string;
  /** Whether a person of the team asked for it, of their own conversation or of another: only then may it be the latter's. */
  readonly onPersonsWord: (title: string, whose: "own" | "theirs") => boolean;
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
  /** It is one of several that were approved at once. */
  readonly isInBulk?: boolean;
}

/** How far `advance` got. */
export interface Progress {
  readonly status: ApprovalRow["status"];
  /** How long nothing will change by itself, in ms; null at rest, when only a person or the outside moves it on. */
  readonly waitMs: number | null;
}
