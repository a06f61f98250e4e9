import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type { ApprovalStatus, EffectStatus, Evidence, Lint, Receipt } from "../api/approval.ts";
import type { EarnedKind, RecipientClass } from "../api/policy-rules.ts";
import type { EffectDocument } from "../ports.ts";

type JsonObject = Record<string, Json>;

/**
 * A condition checked again right before an effect runs. Its kind names the check; the remaining fields are
 * what was observed, parsed by that kind's schema.
 */
export type Precondition = { readonly kind: string } & Readonly<Record<string, Json>>;

export interface Recipient {
  /** E.164 number or e-mail address. */
  readonly address: string;
  /** How the recipient is known. Members of the team are recognized by their address instead. */
  readonly known: Exclude<RecipientClass, "colleague" | "no_one">;
}

/** Facts about a call after its arguments were resolved. */
export interface CallFacts {
  readonly recipients: readonly Recipient[];
  /** Whether it creates a contact. */
  readonly makesContact: boolean;
}

/** A recipient of a bundle who wrote since it was drafted. Their part is left out unless a person puts it back. */
export interface WroteSince {
  /** Position of their part in the proposed effects. */
  readonly index: number;
  readonly threadKey: string;
  /** Their newest message. */
  readonly messageId: string;
  /** ISO time of the record. */
  readonly at: string;
}

/**
 * External actions that wait for a decision, or were decided. Only `src/approvals` writes here, and only
 * `advance` changes `status`.
 */
export const approvals = sqliteTable(
  "approvals",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    conversationTitle: text("conversation_title").notNull(),
    turnId: text("turn_id").notNull(),
    runId: text("run_id").notNull(),
    /** The message that started the turn; null if there was none. */
    messageId: text("message_id"),
    agent: text("agent").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    tool: text("tool").notNull(),
    title: text("title").notNull(),
    target: text("target").notNull(),
    /** The thread whose new inbound message makes this stale, such as `sms:+14125550142`; null if none does. */
    threadKey: text("thread_key"),
    status: text("status").$type<ApprovalStatus>().notNull(),
    proposedArguments: text("proposed_arguments", { mode: "json" }).$type<JsonObject>().notNull(),
    finalArguments: text("final_arguments", { mode: "json" }).$type<JsonObject>().notNull(),
    proposedEffects: text("proposed_effects", { mode: "json" }).$type<EffectDocument[]>().notNull(),
    effectHash: text("effect_hash").notNull(),
    lints: text("lints", { mode: "json" }).$type<Lint[]>().notNull(),
    evidence: text("evidence", { mode: "json" }).$type<Evidence[]>().notNull(),
    preconditions: text("preconditions", { mode: "json" }).$type<Precondition[]>().notNull(),
    rule: text("rule").notNull(),
    /** The agent's note for the person who decides. May contain text from outside. */
    note: text("note"),
    /**
     * The facts policy judged the call by, to judge it again; null if no call of a model was judged, and in
     * rows of earlier releases.
     */
    facts: text("facts", { mode: "json" }).$type<CallFacts>(),
    /** The kind of recipient whose tally a decision counts for (`earned_tallies`); null if it doesn't count. */
    countsFor: text("counts_for").$type<EarnedKind>(),
    urgent: integer("urgent", { mode: "boolean" }).notNull(),
    decisionId: text("decision_id"),
    /** IDs of decisions that were undone; null if none was. */
    spentDecisions: text("spent_decisions", { mode: "json" }).$type<readonly string[]>(),
    decision: text("decision", { enum: ["approve", "reject"] }),
    /** Who decided, or who withdrew it. */
    decidedById: text("decided_by_id"),
    decidedByName: text("decided_by_name"),
    decidedAt: text("decided_at"),
    edited: integer("edited", { mode: "boolean" }).notNull(),
    reason: text("reason"),
    redraft: integer("redraft", { mode: "boolean" }).notNull(),
    staleReason: text("stale_reason"),
    /** Null if no one wrote, and in rows of earlier releases. */
    wroteSince: text("wrote_since", { mode: "json" }).$type<readonly WroteSince[]>(),
    /** The newer approval it was withdrawn for; null if there is none. */
    replacedById: text("replaced_by_id"),
    /** When execution starts: the earliest time while approved, the actual time from `executing` on. */
    startsAt: text("execute_after"),
    expiresAt: text("expires_at").notNull(),
    remindersSent: integer("reminders_sent").notNull(),
    /** The last status delivered to the conversation. If it differs from `status`, an outcome is still due. */
    deliveredStatus: text("delivered_status").$type<ApprovalStatus>(),
    /**
     * When the reconciler must look at it: reminder, expiry, end of a hold, deadline of a claim. Null when
     * nothing is left to do.
     */
    dueAt: text("due_at"),
    version: integer("version").notNull(),
    /** Random ID of the last move, which guards the rows written with it. */
    moveId: text("move_id").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("approvals_status").on(table.tenantId, table.status, table.createdAt),
    index("approvals_urgent")
      .on(table.tenantId, table.status, table.createdAt)
      .where(sql`urgent = 1`),
    index("approvals_thread").on(table.tenantId, table.threadKey, table.status),
    index("approvals_over")
      .on(table.tenantId, table.updatedAt)
      .where(sql`status not in ('pending', 'approved', 'executing')`),
    index("approvals_turn").on(table.tenantId, table.turnId),
    index("approvals_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("approvals_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
    index("approvals_house_rules")
      .on(table.tenantId, table.conversationId)
      .where(sql`tool = 'propose_house_rule' and status = 'pending'`),
    uniqueIndex("approvals_call").on(table.tenantId, table.conversationId, table.toolCallId),
  ],
);

/** The ledger: one row per effect, which ensures that it happens at most once. */
export const effects = sqliteTable(
  "effects",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    approvalId: text("approval_id").notNull(),
    effectIndex: integer("effect_index").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    document: text("document", { mode: "json" }).$type<JsonObject>().notNull(),
    hash: text("hash").notNull(),
    status: text("status").$type<EffectStatus>().notNull(),
    attemptId: text("attempt_id"),
    attempts: integer("attempts").notNull(),
    /** The earliest time at which the effect may have been applied; cleared once that is disproved. */
    claimedAt: text("claimed_at"),
    /**
     * The attempt that has not called the provider yet, if no earlier one may have been applied. If it dies,
     * the effect was certainly not applied.
     */
    uncalledAttemptId: text("uncalled_attempt_id"),
    /**
     * No attempt may claim the effect before this time: the next try while planned, the current attempt's
     * deadline while claimed.
     */
    nextAttemptAt: text("deadline_at"),
    idempotencyKey: text("idempotency_key"),
    /** The provider's ID of the created record. Unique, so that one record proves only one effect. */
    providerId: text("provider_id"),
    receipt: text("receipt", { mode: "json" }).$type<Receipt>(),
    problem: text("problem"),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("effects_once").on(table.approvalId, table.effectIndex),
    uniqueIndex("effects_provider").on(table.tenantId, table.kind, table.providerId),
  ],
);

/** The pacing of effects per vendor account; see `effect-pacing.ts`. */
export const accountPaces = sqliteTable(
  "account_paces",
  {
    tenantId: text("tenant_id").notNull(),
    account: text("account").notNull(),
    /** The next free slot, in ms. */
    nextAtMs: integer("next_at_ms").notNull(),
    /** No effects are sent before this time because the provider asked for a pause, in ms. */
    restsUntilMs: integer("rests_until_ms").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.account] })],
);

/**
 * How people decided on an agent's calls of a tool, per kind of recipient. Decisions are written by
 * `decision-tallies.ts`, everything else by `earned/`. One row per combination of agent, tool and kind.
 */
export const earnedTallies = sqliteTable(
  "earned_tallies",
  {
    /** Derived from agent, tool and recipients; also the ID of the earned rule. */
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    tool: text("tool").notNull(),
    recipients: text("recipients").$type<EarnedKind>().notNull(),
    /** The last 200 decisions, one character each, newest last: `1` approved unchanged, `0` edited or rejected. */
    recent: text("recent").notNull(),
    /** One line for each of the last 200 decisions; see `evidence-breadth.ts`. */
    breadth: text("breadth").notNull().default(""),
    /** Total number of decisions. */
    decided: integer("decided").notNull(),
    firstAt: text("first_at").notNull(),
    lastAt: text("last_at").notNull(),
    /** IDs of the newest approvals, each followed by a space, newest last. */
    examples: text("examples").notNull(),
    /** While a rule is in force: the newest 20 sampled calls, encoded as `recent`. */
    samples: text("samples").notNull(),
    state: text("state", {
      enum: ["collecting", "proposed", "in_force", "declined", "taken_back"],
    }).notNull(),
    stateAt: text("state_at").notNull(),
    /** Why it was declined or revoked, in words. */
    because: text("because"),
    /** Number of decisions needed before the next proposal. */
    restsUntil: integer("rests_until").notNull(),
    /** Incremented for each proposal, so that each is a new approval. */
    round: integer("round").notNull(),
    /** The newest proposal. */
    approvalId: text("approval_id"),
    /** The evidence for the rule when it took effect. */
    evidence: text("evidence", { mode: "json" }).$type<EarnedFigures>(),
    /** When to check whether a rule is earned or lost; null if nothing was decided since the last check. */
    dueAt: text("due_at"),
  },
  (table) => [
    index("earned_tallies_newest").on(table.tenantId, table.lastAt),
    index("earned_tallies_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("earned_tallies_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** The evidence for a proposed rule. */
export interface EarnedFigures {
  readonly unchanged: number;
  readonly decided: number;
  /** Shares between 0 and 1. */
  readonly lowerBound: number;
  readonly line: number;
  /** ISO. */
  readonly since: string;
}
