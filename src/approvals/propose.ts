/**
 * Creates an approval for a gated call. Its ID is derived from tenant, conversation and call, so that a
 * repeat after a crash finds it and adds what is missing: the Workflow, the notification. The first
 * proposal stands; a repeat never changes it. This file never calls the conversation, which is in the
 * middle of its turn and shows the result itself.
 */
import { auditIf, STEWARD, type AuditEntry } from "../platform/audit/index.ts";
import { approvals, effects } from "./tables/approvals.ts";
import { type Statement, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { teamRuleOf } from "./policy/index.ts";
import type { Approval, Evidence } from "./api/approval.ts";
import { announceChange } from "./announce.ts";
import { countsFor } from "./decision-tallies.ts";
import { describe, type Described } from "./describe.ts";
import { hashOfEffects, storedForm } from "./hash.ts";
import { EVIDENCE_SOURCES } from "./show-document.ts";
import { followDecision } from "./decide.ts";
import { expireTogether, expiryOf, ofRequest } from "./expiry.ts";
import { catchDraft, HOUSE_RULE } from "./house-rules.ts";
import { replacesLint } from "./other-drafts.ts";
import type { ApprovalDeps, EffectDocument } from "./ports.ts";
import { findReplaced, stillWait, withdrawReplaced, withSamples } from "./replace.ts";
import { requestDecision } from "./request-decision.ts";
import { readEffect } from "./rows.ts";
import { dueAfterMove, findLoaded, get, plannedRows, wonBy, writtenApproval, type Loaded } from "./store.ts";
import { startTime } from "./start-time.ts";
import {
  DIRECT_RULE,
  type ApprovalRow,
  type ProposeInput,
  type RecentText,
  type StoredApproval,
  type StoredEffect,
} from "./types.ts";
import { view } from "./view.ts";

const QUOTES = 3;
const QUOTE_CHARS = 2000;
/** A teammate's message with at most this many words is an answer, not the reason for a draft. */
const ANSWER_WORDS = 3;
/** Drafts of one request that are looked at together. */
const MAX_SIBLINGS = 100;
/** Retries when a person decides on a draft while it is being replaced. */
const REPLACE_TRIES = 5;

export function approvalIdOf(tenantId: string, conversationId: string, toolCallId: string): Promise<string> {
  return derivedId("approval", tenantId, conversationId, toolCallId);
}

/**
 * Stores the proposal, starts its Workflow, publishes it and alerts the team. With `allowed`, a rule
 * approves it at once and its Workflow executes it. Returns the stored approval. Idempotent.
 */
export async function propose(deps: ApprovalDeps, input: ProposeInput): Promise<Approval> {
  const { scope } = input;
  const id = await approvalIdOf(deps.db.tenantId, scope.conversationId, input.toolCallId);
  const policy = await deps.policy();
  const described = describe(deps.effects, input.resolution, scope.conversationId);
  const nowMs = deps.clock.now();
  const [{ caught, kept }, siblings] = await Promise.all([
    catchDraft(deps, scope.conversationId, described),
    deps.db.rows(approvals, ofRequest(scope)).limit(MAX_SIBLINGS),
  ]);
  // No rule lets through what the team wants a person to see.
  const isAllowed = input.allowed === true && caught.length === 0;
  const hours = described.repliesToText ? policy.replyExpiryHours : policy.approvalExpiryHours;
  const made: NewApproval = {
    id,
    ...pickScope(scope),
    toolCallId: input.toolCallId,
    tool: input.tool,
    ...columnsOf(described),
    proposedArguments: input.arguments,
    lints: [...described.lints, ...(input.lints ?? []), ...caught.map(({ lint }) => lint), ...kept],
    evidence: [...(input.evidence ?? evidenceFrom(scope.recentTexts))],
    rule: isAllowed === (input.allowed === true) ? input.rule : HOUSE_RULE,
    note: input.note ?? null,
    countsFor: await countsFor(deps, input, described),
    expiresAt: expiryOf(deps, { documents: described.effects, hours, siblings }),
    approval: isAllowed ? { by: STEWARD, startsAt: startTime(deps, policy, described.effects) } : null,
    follow: (moveId) => [
      ...(isAllowed || siblings.length === 0 ? [] : [expireTogether(deps, made, moveId)]),
      ...caught.map(({ rule }) =>
        auditIf(
          deps.db,
          {
            id: `${moveId}:${rule.id}`,
            actor: STEWARD,
            action: "house_rule.caught",
            subject: { kind: "house_rule", id: rule.id },
            sentence: `“${rule.sentence}” held a draft: ${described.title}`,
          },
          nowMs,
          approvals,
          wonBy(id, moveId),
        ),
      ),
    ],
  };
  const draft = { id, scope, described, replaces: input.replaces };
  const loaded = (await insertReplacing(deps, made, draft)) ?? (await get(deps, id));
  for (const sibling of siblings)
    if (sibling.expiresAt > loaded.row.expiresAt && loaded.row.status === "pending")
      inBackground(deps, sibling.id, () => announceChange(deps, sibling.id));
  const approval = await view(deps, loaded);
  await requestDecision(deps, approval, { alerts: input.alertsLater !== true }).catch((error: unknown) => {
    deps.logger.warn("approval.request_failed", { approvalId: id, error });
  });
  await deps.publish(approval);
  return approval;
}

/**
 * Stores the proposal in place of the drafts it replaces. If one of those was decided meanwhile, nothing is
 * written and the drafts are looked up again. Returns null if the proposal already exists.
 */
async function insertReplacing(
  deps: ApprovalDeps,
  made: NewApproval,
  draft: Parameters<typeof findReplaced>[1],
): Promise<Loaded | null> {
  for (let attempt = 1; attempt <= REPLACE_TRIES; attempt++) {
    const replaced = await findReplaced(deps, draft);
    const lints = [...made.lints, ...replaced.map((row) => replacesLint(deps.effects, row))];
    const written = await insertApproval(deps, { ...made, lints }, replaced);
    if (written === null && replaced.length > 0 && (await findLoaded(deps, made.id)) === null) continue;
    // The conversation to notify may be the one that is proposing now.
    for (const { id } of replaced) inBackground(deps, id, () => followDecision(deps, id));
    return written;
  }
  throw new Error("the drafts to replace do not come to rest");
}

function inBackground(deps: ApprovalDeps, approvalId: string, work: () => Promise<unknown>): void {
  deps.keepAlive(
    work().catch((error: unknown) => {
      deps.logger.warn("approval.advance_failed", { approvalId, error });
    }),
  );
}

/** The columns of an approval that describe the call. */
export function columnsOf({
  effects: documents,
  title,
  target,
  threadKey,
  lints,
  preconditions,
  urgent,
  facts,
}: Described) {
  return { documents, title, target, threadKey, lints, preconditions: [...preconditions], urgent, facts };
}

function pickScope(scope: ProposeInput["scope"]) {
  const { conversationId, conversationTitle, turnId, runId, messageId = null, agent } = scope;
  return { conversationId, conversationTitle, turnId, runId, messageId, agent };
}

/**
 * Quotes recent messages as evidence: those of people and contacts first, newest first, then short answers
 * of teammates, such as a chosen option.
 */
function evidenceFrom(texts: readonly RecentText[]): Evidence[] {
  const said = texts.filter(({ who, text }) => who !== "agent" && text.trim() !== "").toReversed();
  return [...said.filter((one) => !isShortAnswer(one)), ...said.filter(isShortAnswer)]
    .slice(0, QUOTES)
    .map(({ who, name, text, at, messageId }) => ({
      source: `${EVIDENCE_SOURCES[who === "agent" ? "system" : who]}${name}`,
      quote: text.slice(0, QUOTE_CHARS),
      at,
      ref: messageId,
    }));
}

function isShortAnswer({ who, text }: RecentText): boolean {
  return who === "user" && text.trim().split(/\s+/).length <= ANSWER_WORDS;
}

/** A new approval, either pending or already approved. */
interface NewApproval extends Pick<
  StoredApproval,
  | "id"
  | "conversationId"
  | "conversationTitle"
  | "turnId"
  | "runId"
  | "messageId"
  | "agent"
  | "toolCallId"
  | "tool"
  | "title"
  | "target"
  | "threadKey"
  | "proposedArguments"
  | "evidence"
  | "preconditions"
  | "rule"
  | "facts"
  | "urgent"
  | "expiresAt"
> {
  readonly note?: string | null;
  readonly countsFor?: StoredApproval["countsFor"];
  readonly documents: readonly EffectDocument[];
  readonly lints: Described["lints"];
  readonly approval: { readonly by: AuditEntry["actor"]; readonly startsAt: string | null } | null;
  /** Further statements of the same batch. Guard each with `ifWonBy(id, moveId)`. */
  readonly follow?: (moveId: string) => Statement[];
}

/**
 * Writes the approval, its effects and the audit entry in one batch, which also withdraws the drafts it
 * replaces. If one of those is no longer pending, nothing is written. An existing approval is left
 * unchanged. Returns the stored row, or null.
 */
export async function insertApproval(
  deps: ApprovalDeps,
  input: NewApproval,
  replaced: readonly ApprovalRow[] = [],
): Promise<Loaded | null> {
  const { documents: given, approval, lints, follow, ...rest } = input;
  const { db } = deps;
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const documents = given.map(storedForm);
  const moveId = deps.ids.newId();
  const status = approval === null ? ("pending" as const) : ("approved" as const);
  const row = {
    ...rest,
    ...(approval === null ? {} : decidedAtBirth(approval.by, { moveId, now })),
    lints: [...lints],
    status,
    finalArguments: rest.proposedArguments,
    proposedEffects: documents.map(({ kind, title, document }) => ({ kind, title, document })),
    effectHash: await hashOfEffects(documents),
    edited: false,
    redraft: false,
    startsAt: approval?.startsAt ?? null,
    remindersSent: 0,
    dueAt: dueAfterMove(status, nowMs, approval?.startsAt ?? null),
    version: 1,
    moveId,
    createdAt: now,
    updatedAt: now,
  };
  const lines = await plannedRows(input.id, documents, now);
  const won = wonBy(input.id, moveId);
  const entry: AuditEntry = {
    id: `${moveId}:0`,
    actor: approval?.by ?? { kind: "agent", id: input.agent, name: input.agent },
    action: approval === null ? "approval.proposed" : "approval.approved",
    subject: { kind: "approval", id: input.id },
    sentence: birthSentence(input),
  };
  const checked = await withSamples(deps, replaced);
  const [inserted, ...others] = await db.batch([
    insertion(db, row, replaced),
    ...lines.map((line) => db.insertIf(effects, line, approvals, won).returning()),
    auditIf(db, entry, nowMs, approvals, won),
    ...withdrawReplaced(deps, checked, { id: input.id, moveId }),
    ...(follow === undefined ? [] : follow(moveId)),
  ]);
  const stored = writtenApproval(inserted);
  if (stored === null) return null;
  const ledger = (others.slice(0, lines.length) as StoredEffect[][]).flat();
  return { row: stored, effects: ledger.map(readEffect) };
}

function insertion(
  db: TenantDb,
  row: Omit<typeof approvals.$inferInsert, "tenantId">,
  [first, ...others]: readonly ApprovalRow[],
): Statement {
  return first === undefined
    ? db.insert(approvals, row).onConflictDoNothing().returning()
    : db.insertIf(approvals, row, approvals, stillWait([first, ...others])).returning();
}

function decidedAtBirth(by: AuditEntry["actor"], { moveId, now }: { moveId: string; now: string }) {
  return {
    decisionId: `rule:${moveId}`,
    decision: "approve" as const,
    decidedById: by.id,
    decidedByName: by.name,
    decidedAt: now,
  };
}

function birthSentence({ approval, rule, title }: NewApproval): string {
  if (approval === null) return `Steward proposed: ${title}`;
  return rule === DIRECT_RULE
    ? `${approval.by.name} did it themselves: ${title}`
    : `Approved by a standing rule (${ruleWords(rule)}): ${title}`;
}

/** `standing.github_mirror` becomes `github mirror`. */
function ruleWords(rule: string): string {
  if (teamRuleOf(rule) !== null) return "the team's policy";
  return rule.slice(rule.indexOf(".") + 1).replaceAll("_", " ");
}
