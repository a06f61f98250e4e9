import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type { ApprovalStatus, EffectStatus, Evidence, Lint, Receipt } from "../api/approval.ts";
import type { EarnedKind, RecipientClass } from "../api/policy-rules.ts";
import type { EffectDocument } from "../ports.ts";

type JsonObject = Record<string, Json>;

/**
 * What must still hold when an effect runs: each is checked again right before. Its kind names who checks it; the rest is what was observed,
 * read by that kind's schema.
 */
export type Precondition = { readonly kind: string } & Readonly<Record<string, Json>>;

/** Whom a call would reach. */
export interface Recipient {
  /** Number in E.164 or e-mail address. */
  readonly address: string;
  /** What it is beside a member of the team, who is known by the address alone. */
  readonly known: Exclude<RecipientClass, "colleague" | "no_one">;
}

/** What is known of what a call would do, once its arguments are resolved. */
export interface CallFacts {
  readonly recipients: readonly Recipient[];
  /** Whether it puts somebody into the contacts. */
  readonly makesContact: boolean;
}

/** A recipient of several who wrote since the draft, so that their part is left out unless a person puts it back. */
export interface WroteSince {
  /** Their part, by position in what was proposed. */
  readonly index: number;
  readonly threadKey: string;
  /** Their newest message. */
  readonly messageId: string;
  /** ISO time at which it was noted. */
  readonly at: string;
}

/** An external action waiting for a person, or decided. Only `src/approvals` writes here; only `advance` moves `status` on. */
export const approvals = sqliteTable(
  "approvals",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    conversationTitle: text("conversation_title").notNull(),
    turnId: text("turn_id").notNull(),
    runId: text("run_id").notNull(),
    /** The message that began the turn; null where none did. */
    messageId: text("message_id"),
    agent: text("agent").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    tool: text("tool").notNull(),
    title: text("title").notNull(),
    target: text("target").notNull(),
    /** The contact key whose new inbound message makes this stale, such as `sms:+14125550142`; null when none. */
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
    /** What the agent wants whoever decides to know: why, a translation, an open question. Its own words, which may hold an outsider's. */
    note: text("note"),
    /** What policy judged the call by, to judge it again by; null where no call of a model was judged, and in rows from before it was kept. */
    facts: text("facts", { mode: "json" }).$type<CallFacts>(),
    /** The kind of recipients a person's decision counts for (`earned_tallies`); null where it counts for none. */
    countsFor: text("counts_for").$type<EarnedKind>(),
    urgent: integer("urgent", { mode: "boolean" }).notNull(),
    decisionId: text("decision_id"),
    /** Ids of decisions that were taken back; null where none was. */
    spentDecisions: text("spent_decisions", { mode: "json" }).$type<readonly string[]>(),
    decision: text("decision", { enum: ["approve", "reject"] }),
    /** Who decided; of a withdrawn one, who withdrew it. */
    decidedById: text("decided_by_id"),
    decidedByName: text("decided_by_name"),
    decidedAt: text("decided_at"),
    edited: integer("edited", { mode: "boolean" }).notNull(),
    reason: text("reason"),
    redraft: integer("redraft", { mode: "boolean" }).notNull(),
    staleReason: text("stale_reason"),
    /** Null where nobody did, and in rows from before it was kept. */
    wroteSince: text("wrote_since", { mode: "json" }).$type<readonly WroteSince[]>(),
    /** Withdrawn because this newer approval takes its place; null where nothing does. */
    replacedById: text("replaced_by_id"),
    /** When execution begins: of an approved one, not before this time; from `executing` on, the time it began. */
    startsAt: text("execute_after"),
    expiresAt: text("expires_at").notNull(),
    remindersSent: integer("reminders_sent").notNull(),
    /** The state the conversation was last told; behind `status` means an outcome is still to be delivered. */
    deliveredStatus: text("delivered_status").$type<ApprovalStatus>(),
    /** When somebody must look again if no one has: reminder, expiry, end of a hold, deadline of a claim; null when nothing is left to do. */
    dueAt: text("due_at"),
    version: integer("version").notNull(),
    /** Random id of the last move: the follow-up rows of a compare-and-set are guarded by it. */
    moveId: text("move_id").notNull(),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    index("approvals_status").on(table.tenantId, table.status, table.createdAt),
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
    uniqueIndex("approvals_call").on(table.tenantId, table.conversationId, table.toolCallId),
  ],
);

/** One row per effect: the ledger that keeps an effect from happening twice. */
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
    /** The first moment at which the effect may have been applied; kept while that is not disproved. */
    claimedAt: text("claimed_at"),
    /** The attempt that has not called the provider yet, where none before it may have been applied: what it leaves behind was certainly not done. */
    uncalledAttemptId: text("uncalled_attempt_id"),
    /** No attempt may take the effect before this time: of a planned one, its next try; of a claimed one, the deadline of the attempt that owns it. */
    nextAttemptAt: text("deadline_at"),
    idempotencyKey: text("idempotency_key"),
    /** The provider's id of what was made; unique, so that one thing at the provider proves one effect only. */
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

/** Whose turn it is at an account of a provider: every attempt at an effect takes the next one (src/approvals/pace.ts). */
export const accountPaces = sqliteTable(
  "account_paces",
  {
    tenantId: text("tenant_id").notNull(),
    account: text("account").notNull(),
    /** The next free turn, in ms. */
    nextAtMs: integer("next_at_ms").notNull(),
    /** The provider wants to be left alone until then, in ms. */
    restsUntilMs: integer("rests_until_ms").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.account] })],
);

/**
 * How people decided what an agent wanted to do with a tool for one kind of recipients. Approvals write what was decided (src/approvals/counted.ts), src/approvals/earned
 * everything else. A row a combination: bounded by agents × tools × kinds.
 */
export const earnedTallies = sqliteTable(
  "earned_tallies",
  {
    /** Derived from the next three; also the id of the rule that is earned. */
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    tool: text("tool").notNull(),
    recipients: text("recipients").$type<EarnedKind>().notNull(),
    /** The newest 200 decisions, a character each, the newest last: `1` approved unchanged, `0` edited or rejected. */
    recent: text("recent").notNull(),
    /** A line for each of the newest 200 decisions: who decided, whom it reached, when, and what the words were like (src/approvals/breadth.ts). */
    breadth: text("breadth").notNull().default(""),
    /** All decisions ever. */
    decided: integer("decided").notNull(),
    firstAt: text("first_at").notNull(),
    lastAt: text("last_at").notNull(),
    /** Ids of the newest few approvals, each followed by a space, the newest last. */
    examples: text("examples").notNull(),
    /** Since a rule is in force: the newest 20 calls that asked all the same, as in `recent`. */
    samples: text("samples").notNull(),
    state: text("state", {
      enum: ["collecting", "proposed", "in_force", "declined", "taken_back"],
    }).notNull(),
    stateAt: text("state_at").notNull(),
    /** Why it was declined or taken back, in words. */
    because: text("because"),
    /** Nothing is proposed before so many were decided. */
    restsUntil: integer("rests_until").notNull(),
    /** Grows with each proposal: the next one is another approval. */
    round: integer("round").notNull(),
    /** The newest proposal. */
    approvalId: text("approval_id"),
    /** What the rule rested on when it was put in force. */
    evidence: text("evidence", { mode: "json" }).$type<EarnedFigures>(),
    /** When it is to be looked at whether a rule is earned or lost; null where nothing was decided since. */
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

/** What a proposed rule rests on. */
export interface EarnedFigures {
  readonly unchanged: number;
  readonly decided: number;
  /** Shares of 1. */
  readonly lowerBound: number;
  readonly line: number;
  /** ISO. */
  readonly since: string;
}
