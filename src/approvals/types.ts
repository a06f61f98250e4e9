/** Types shared across approvals. */
import type { approvals, effects } from "./tables/approvals.ts";
import type { Json } from "../kernel/hash.ts";
import type { DecisionBody, Evidence, Lint, Receipt } from "./api/approval.ts";
import type { Resolved } from "./ports.ts";

export type StoredApproval = typeof approvals.$inferSelect;
export type StoredEffect = typeof effects.$inferSelect;

/** Who decided, and when. */
export interface Decided {
  readonly decisionId: string;
  readonly by: Person;
  readonly at: string;
  readonly reason: string | null;
}

/** The data of an approval in each status. */
export type ApprovalState =
  | { readonly status: "pending" | "expired" }
  | {
      readonly status: "withdrawn";
      readonly reason: string | null;
      /** Null in rows of earlier releases. */
      readonly withdrawnBy: Person | null;
      readonly withdrawnAt: string | null;
    }
  | { readonly status: "rejected"; readonly decided: Decided; readonly redraft: boolean }
  /** `executeAfter` is set while it is held. */
  | { readonly status: "approved"; readonly decided: Decided; readonly executeAfter: string | null }
  /** `decided` is null if it went stale before a decision. */
  | { readonly status: "stale"; readonly decided: Decided | null; readonly staleReason: string | null }
  | {
      readonly status: "executing" | "done" | "failed" | "needs_human" | "not_done";
      readonly decided: Decided;
      /** When execution began; in rows of earlier releases, when it was decided. */
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

/** A stored approval, typed by its status. */
export type ApprovalRow = Omit<StoredApproval, OfApprovalStates> & ApprovalState;

/** The data of an effect in each status. `claimedAt` is kept as long as an attempt may have been applied. */
export type EffectState =
  | {
      readonly status: "planned";
      /** The last attempt; null if there was none. */
      readonly attemptId: string | null;
      readonly claimedAt: string | null;
      /** Earliest next try. */
      readonly notBefore: string | null;
      readonly problem: string | null;
    }
  | {
      readonly status: "claimed";
      readonly attemptId: string;
      readonly claimedAt: string;
      /** Until then, no one else touches the effect, even if the attempt is dead. */
      readonly deadlineAt: string;
      /** An inconclusive answer of the provider; null if there was none. */
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

/** A stored effect, typed by its status. */
export type EffectRow = Omit<StoredEffect, OfEffectStates> & EffectState;
export type ClaimedEffect = Extract<EffectRow, { status: "claimed" }>;
/** An effect that an attempt may claim: planned, or left behind by a dead attempt. */
export type OpenEffect = Extract<EffectRow, { status: "planned" | "claimed" }>;

/** The rule of actions that people take themselves. Persisted. */
export const DIRECT_RULE = "person.direct";

export type Arguments = Record<string, Json>;

/** A recent message of the conversation, as possible evidence. */
export interface RecentText {
  readonly who: "user" | "agent" | "contact" | "system";
  readonly name: string;
  readonly text: string;
  readonly at: string;
  readonly messageId: string;
}

/** Where a call was made. */
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

/** A gated call and what it would do. */
export interface ProposeInput {
  readonly scope: ProposalScope;
  readonly toolCallId: string;
  readonly tool: string;
  readonly arguments: Arguments;
  readonly resolution: Resolved;
  /** The policy rule that required approval. */
  readonly rule: string;
  /** A standing rule allows the call: it is approved on creation and executed through the same ledger. */
  readonly allowed?: boolean;
  /** Defaults to the recent messages in the scope. */
  readonly evidence?: readonly Evidence[];
  /** In addition to those of the resolution. */
  readonly lints?: readonly Lint[];
  readonly replaces?: NamedDraft | undefined;
  /** The agent's note for the person who decides. */
  readonly note?: string | null;
  /** The caller alerts the team once it has proposed everything (`alertOfDrafts`). */
  readonly alertsLater?: boolean;
}

/** A draft that an agent wants to replace or withdraw. */
export interface NamedDraft {
  readonly approvalId: string;
  /**
   * Whether a member asked for it: in this conversation (`own`), in another that they began (`mine`), or in someone
   * else's (`by`). Drafts of other conversations require it.
   */
  readonly onPersonsWord: (
    draft: { readonly title: string; readonly conversationId: string; readonly by?: string | undefined },
    whose: "own" | "mine" | "theirs",
  ) => Promise<boolean>;
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface DecideInput {
  readonly approvalId: string;
  readonly body: DecisionBody;
  /** The signed-in person, or the one the token was issued for. */
  readonly by: Person;
  /** Set if the decision comes from a notification's button: SHA-256 (hex) of its single-use token. */
  readonly token?: { readonly hash: string };
  /** Whether it is part of a bulk decision. */
  readonly isInBulk?: boolean;
}

/** The result of `advance`. */
export interface Progress {
  readonly status: ApprovalRow["status"];
  /** How long nothing will change by itself, in ms; null if only a person or the provider can change it. */
  readonly waitMs: number | null;
}
