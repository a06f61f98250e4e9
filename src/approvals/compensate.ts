/**
 * Undoes a completed effect with a new effect, executed for the person who asks, through the same ledger
 * and with its own receipt.
 */
import { HOUR_MS, isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "./api/approval.ts";
import { earnedBy, undoneStatements } from "./decision-tallies.ts";
import { carryOut } from "./decide.ts";
import type { ApprovalDeps } from "./ports.ts";
import { approvalIdOf, insertApproval } from "./propose.ts";
import { receiptOf } from "./rows.ts";
import { get } from "./store.ts";
import type { EffectRow, Person } from "./types.ts";

/**
 * Approves and executes the compensation that a receipt offers. A repeat returns the same approval. Throws
 * `not_found`, `conflict`.
 */
export async function compensate(
  deps: ApprovalDeps,
  input: { readonly approvalId: string; readonly by: Person },
): Promise<Approval> {
  const { row, effects } = await get(deps, input.approvalId);
  const offer = row.status === "done" ? offerOf(deps, effects) : null;
  if (offer === null) throw new AppError("conflict", "This can’t be undone.");
  // The effect's own preconditions ensure that no later change by someone else is undone with it.
  const { title, preconditions } = deps.effects.describe(offer.effect);
  const toolCallId = `${row.toolCallId}:compensation`;
  const id = await approvalIdOf(deps.db.tenantId, row.conversationId, toolCallId);
  const tally = earnedBy(row);
  const { conversationId, conversationTitle, turnId, runId, messageId, agent } = row;
  await insertApproval(deps, {
    id,
    conversationId,
    conversationTitle,
    turnId,
    runId,
    messageId,
    agent,
    toolCallId,
    tool: `compensate:${row.tool}`,
    title: offer.label,
    target: row.target,
    threadKey: null,
    proposedArguments: {},
    documents: [{ ...offer.effect, title }],
    lints: [],
    evidence: [],
    preconditions: [...preconditions],
    rule: "person.compensation",
    facts: null,
    urgent: false,
    expiresAt: isoTime(deps.clock.now() + HOUR_MS),
    approval: { by: { kind: "user", ...input.by }, startsAt: null },
    follow: (won) => undoneStatements(deps, tally, { id, moveId: won }),
  });
  if (tally !== null) deps.counted(tally);
  return carryOut(deps, id);
}

function offerOf(deps: ApprovalDeps, effects: readonly EffectRow[]) {
  for (const effect of effects.toReversed()) {
    const offer = deps.executor.compensation(effect, receiptOf(effect)?.providerId ?? null);
    if (offer !== null) return offer;
  }
  return null;
}
