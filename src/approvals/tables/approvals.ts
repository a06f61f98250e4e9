import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
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
    id: text().primaryKey(),
    tenantId: text().notNull(),
    conversationId: text().notNull(),
    conversationTitle: text().notNull(),
    turnId: text().notNull(),
    runId: text().notNull(),
    /** The message that started the turn; null if there was none. */
    messageId: text(),
    agent: text().notNull(),
    toolCallId: text().notNull(),
    tool: text().notNull(),
    title: text().notNull(),
    target: text().notNull(),
    /** The thread whose new inbound message makes this stale, such as `sms:+14125550142`; null if none does. */
    threadKey: text(),
    status: text().$type<ApprovalStatus>().notNull(),
    proposedArguments: text({ mode: "json" }).$type<JsonObject>().notNull(),
    finalArguments: text({ mode: "json" }).$type<JsonObject>().notNull(),
    proposedEffects: text({ mode: "json" }).$type<EffectDocument[]>().notNull(),
    effectHash: text().notNull(),
    lints: text({ mode: "json" }).$type<Lint[]>().notNull(),
    evidence: text({ mode: "json" }).$type<Evidence[]>().notNull(),
    preconditions: text({ mode: "json" }).$type<Precondition[]>().notNull(),
    rule: text().notNull(),
    /** The agent's note for the person who decides. May contain text from outside. */
    note: text(),
    /**
     * The facts policy judged the call by, to judge it again; null if no call of a model was judged, and in
     * rows of earlier releases.
     */
    facts: text({ mode: "json" }).$type<CallFacts>(),
    /** The kind of recipient whose tally a decision counts for (`earned_tallies`); null if it doesn't count. */
    countsFor: text().$type<EarnedKind>(),
    urgent: integer({ mode: "boolean" }).notNull(),
    decisionId: text(),
    /** IDs of decisions that were undone; null if none was. */
    spentDecisions: text({ mode: "json" }).$type<readonly string[]>(),
    decision: text({ enum: ["approve", "reject"] }),
    /** Who decided, or who withdrew it. */
    decidedById: text(),
    decidedByName: text(),
    decidedAt: text(),
    edited: integer({ mode: "boolean" }).notNull(),
    reason: text(),
    redraft: integer({ mode: "boolean" }).notNull(),
    staleReason: text(),
    /** Null if no one wrote, and in rows of earlier releases. */
    wroteSince: text({ mode: "json" }).$type<readonly WroteSince[]>(),
    /** The newer approval it was withdrawn for; null if there is none. */
    replacedById: text(),
    /** When execution starts: the earliest time while approved, the actual time from `executing` on. */
    startsAt: text("execute_after"),
    expiresAt: text().notNull(),
    remindersSent: integer().notNull(),
    /** The last status delivered to the conversation. If it differs from `status`, an outcome is still due. */
    deliveredStatus: text().$type<ApprovalStatus>(),
    /**
     * When the reconciler must look at it: reminder, expiry, end of a hold, deadline of a claim. Null when
     * nothing is left to do.
     */
    dueAt: text(),
    version: integer().notNull(),
    /** Random ID of the last move, which guards the rows written with it. */
    moveId: text().notNull(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [
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
  ]),
);

/** The ledger: one row per effect, which ensures that it happens at most once. */
export const effects = sqliteTable(
  "effects",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    approvalId: text().notNull(),
    effectIndex: integer().notNull(),
    kind: text().notNull(),
    title: text().notNull(),
    document: text({ mode: "json" }).$type<JsonObject>().notNull(),
    hash: text().notNull(),
    status: text().$type<EffectStatus>().notNull(),
    attemptId: text(),
    attempts: integer().notNull(),
    /** The earliest time at which the effect may have been applied; cleared once that is disproved. */
    claimedAt: text(),
    /**
     * The attempt that has not called the provider yet, if no earlier one may have been applied. If it dies,
     * the effect was certainly not applied.
     */
    uncalledAttemptId: text(),
    /**
     * No attempt may claim the effect before this time: the next try while planned, the current attempt's
     * deadline while claimed.
     */
    nextAttemptAt: text("deadline_at"),
    idempotencyKey: text(),
    /** The provider's ID of the created record. Unique, so that one record proves only one effect. */
    providerId: text(),
    receipt: text({ mode: "json" }).$type<Receipt>(),
    problem: text(),
    updatedAt: text().notNull(),
  },
  keys((table) => [
    uniqueIndex("effects_once").on(table.approvalId, table.effectIndex),
    uniqueIndex("effects_provider").on(table.tenantId, table.kind, table.providerId),
  ]),
);

/** The pacing of effects per vendor account; see `effect-pacing.ts`. */
export const accountPaces = sqliteTable(
  "account_paces",
  {
    tenantId: text().notNull(),
    account: text().notNull(),
    /** The next free slot, in ms. */
    nextAtMs: integer().notNull(),
    /** No effects are sent before this time because the provider asked for a pause, in ms. */
    restsUntilMs: integer().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.account] })]),
);

/**
 * How people decided on an agent's calls of a tool, per kind of recipient. Decisions are written by
 * `decision-tallies.ts`, everything else by `earned/`. One row per combination of agent, tool and kind.
 */
export const earnedTallies = sqliteTable(
  "earned_tallies",
  {
    /** Derived from agent, tool and recipients; also the ID of the earned rule. */
    id: text().primaryKey(),
    tenantId: text().notNull(),
    agent: text().notNull(),
    tool: text().notNull(),
    recipients: text().$type<EarnedKind>().notNull(),
    /** The last 200 decisions, one character each, newest last: `1` approved unchanged, `0` edited or rejected. */
    recent: text().notNull(),
    /** One line for each of the last 200 decisions; see `evidence-breadth.ts`. */
    breadth: text().notNull().default(""),
    /** Total number of decisions. */
    decided: integer().notNull(),
    firstAt: text().notNull(),
    lastAt: text().notNull(),
    /** IDs of the newest approvals, each followed by a space, newest last. */
    examples: text().notNull(),
    /** While a rule is in force: the newest 20 sampled calls, encoded as `recent`. */
    samples: text().notNull(),
    state: text({
      enum: ["collecting", "proposed", "in_force", "declined", "taken_back"],
    }).notNull(),
    stateAt: text().notNull(),
    /** Why it was declined or revoked, in words. */
    because: text(),
    /** Number of decisions needed before the next proposal. */
    restsUntil: integer().notNull(),
    /** Incremented for each proposal, so that each is a new approval. */
    round: integer().notNull(),
    /** The newest proposal. */
    approvalId: text(),
    /** The evidence for the rule when it took effect. */
    evidence: text({ mode: "json" }).$type<EarnedFigures>(),
    /** When to check whether a rule is earned or lost; null if nothing was decided since the last check. */
    dueAt: text(),
  },
  keys((table) => [
    index("earned_tallies_newest").on(table.tenantId, table.lastAt),
    index("earned_tallies_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("earned_tallies_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
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
