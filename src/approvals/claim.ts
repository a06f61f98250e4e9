/**
 * The ledger's lines are written here alone. An attempt owns its effect from the claim to the deadline; whatever it learns is written under its
 * attempt id. Proof that an effect was done is written from any state that is still open, however late it comes.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { auditIf, STEWARD } from "../platform/audit/index.ts";
import { approvals, effects } from "./tables/approvals.ts";
import { type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Receipt } from "./api/approval.ts";
import type { ApprovalDeps, Performed } from "./ports.ts";
import { effectSources } from "./state.ts";
import { readEffect } from "./rows.ts";
import { writtenApproval, type Loaded } from "./store.ts";
import type { ClaimedEffect, EffectRow, OpenEffect, StoredEffect } from "./types.ts";

/** How long after a claim's deadline the reconciler looks. */
const SLACK_MS = 5_000;

/** Takes an effect for one attempt, from exactly the state it was read in; null when somebody else was faster. */
export async function claim(deps: ApprovalDeps, effect: OpenEffect): Promise<ClaimedEffect | null> {
  const nowMs = deps.clock.now();
  const attemptId = deps.ids.newId();
  const claimedAt = effect.claimedAt ?? isoTime(nowMs);
  const [taken] = await deps.db.batch([
    deps.db
      .update(
        effects,
        {
          status: "claimed",
          attemptId,
          attempts: effect.attempts + 1,
          claimedAt,
          uncalledAttemptId: effect.claimedAt === null || isUncalled(effect) ? attemptId : null,
          nextAttemptAt: isoTime(nowMs + LIMITS.effectDeadlineMs),
          ...(effect.status === "planned" ? { problem: null } : {}),
          updatedAt: isoTime(nowMs),
        },
        and(
          eq(effects.id, effect.id),
          eq(effects.status, effect.status),
          eq(effects.hash, effect.hash),
          eq(effects.attempts, effect.attempts),
          sql`${effects.attemptId} is ${effect.attemptId}`,
          sql`${effects.claimedAt} is ${effect.claimedAt}`,
          sql`exists (select 1 from ${approvals} where ${approvals.id} = ${effect.approvalId} and ${approvals.status} = 'executing')`,
        ) ?? sql`false`,
      )
      .returning(),
  ]);
  const [row] = (taken as StoredEffect[]).map(readEffect);
  return row?.status === "claimed" ? row : null;
}

/** Whether no attempt has called the provider since the effect was last proven not to be done. */
export function isUncalled({ status, uncalledAttemptId, ...effect }: OpenEffect): boolean {
  return status === "claimed" && uncalledAttemptId !== null && uncalledAttemptId === effect.attemptId;
}

/** Notes that an attempt is about to call the provider. False where it no longer owns the effect: it must not call. */
export async function beginCall(deps: ApprovalDeps, mine: ClaimedEffect): Promise<boolean> {
  if (!isUncalled(mine)) return true;
  const written = await deps.db.update(effects, { uncalledAttemptId: null }, ownedBy(mine)).returning();
  return written.length > 0;
}

/** Postpones a planned effect. Null on a concurrent change; the caller must read it again. */
export async function postpone(
  deps: ApprovalDeps,
  effect: Extract<OpenEffect, { status: "planned" }>,
  untilIso: string,
): Promise<null> {
  await deps.db.update(
    effects,
    { nextAttemptAt: untilIso },
    and(
      eq(effects.id, effect.id),
      eq(effects.status, "planned"),
      sql`${effects.attemptId} is ${effect.attemptId}`,
      sql`${effects.nextAttemptAt} is ${effect.notBefore}`,
    ) ?? sql`false`,
  );
  return null;
}

/** Notes an answer that proves nothing. The attempt keeps its effect until its deadline: it is read again. */
export async function noteAnswer(deps: ApprovalDeps, mine: ClaimedEffect, problem: string): Promise<null> {
  await deps.db.update(effects, { problem }, ownedBy(mine));
  return null;
}

function ownedBy({ id, attemptId }: ClaimedEffect): SQL {
  return (
    and(eq(effects.id, id), eq(effects.status, "claimed"), eq(effects.attemptId, attemptId)) ?? sql`false`
  );
}

/** Where an attempt leaves its effect. */
export interface Settled {
  readonly to: "planned" | "failed" | "needs_human";
  readonly problem: string | null;
  /** Planned again: not before this time. */
  readonly notBefore?: string | null;
  /** Whether an attempt may still turn out to have been applied. */
  readonly maybeApplied: boolean;
}

/** The statements by which an attempt that still owns its effect lets go of it. */
export function settleStatements(deps: ApprovalDeps, mine: ClaimedEffect, settled: Settled): Statement[] {
  const nowMs = deps.clock.now();
  const update = deps.db.update(
    effects,
    {
      status: settled.to,
      problem: settled.problem,
      nextAttemptAt: settled.notBefore ?? null,
      ...(settled.maybeApplied ? {} : { claimedAt: null }),
      updatedAt: isoTime(nowMs),
    },
    ownedBy(mine),
  );
  if (settled.to === "planned") return [update];
  const words = settled.to === "failed" ? "Could not be carried out" : "Not known whether it was carried out";
  const left = and(
    eq(effects.id, mine.id),
    eq(effects.status, settled.to),
    eq(effects.attemptId, mine.attemptId),
  );
  const entry = {
    id: `${mine.attemptId}:${settled.to}`,
    actor: STEWARD,
    action: `effect.${settled.to}`,
    subject: { kind: "effect", id: mine.id },
    sentence: `${words}: ${mine.title}`,
  };
  return [update, auditIf(deps.db, entry, nowMs, effects, left ?? sql`false`)];
}

/** Lets go of an effect without proof that it was done: it is read again. */
export async function settle(deps: ApprovalDeps, mine: ClaimedEffect, settled: Settled): Promise<null> {
  await deps.db.batch(settleStatements(deps, mine, settled));
  return null;
}

/**
 * Writes the proof that an effect was done, from any state that is still open: a late success ends a wait for a person too. Returns the approval as it
 * then is, given the other effects as they were read; null where it must be read again. Throws when the provider's id already proves another effect.
 */
export async function recordDone(
  deps: ApprovalDeps,
  { row, effects: ledger }: Loaded,
  effect: EffectRow,
  performed: Performed,
): Promise<Loaded | null> {
  const nowMs = deps.clock.now();
  const receipt: Receipt = {
    providerId: performed.providerId,
    at: isoTime(nowMs),
    summary: performed.summary,
    link: performed.link,
  };
  const open = and(eq(effects.id, effect.id), inArray(effects.status, effectSources("done")));
  const done = and(eq(effects.id, effect.id), eq(effects.status, "done"));
  const entry = {
    id: `${effect.id}:done`,
    actor: STEWARD,
    action: "effect.done",
    subject: { kind: "effect", id: effect.id },
    sentence: `Carried out: ${effect.title}`,
  };
  const [written, , noted] = await deps.db.batch([
    deps.db
      .update(
        effects,
        {
          status: "done",
          receipt,
          providerId: performed.providerId,
          problem: null,
          updatedAt: isoTime(nowMs),
        },
        open ?? sql`false`,
      )
      .returning(),
    auditIf(deps.db, entry, nowMs, effects, done ?? sql`false`),
    deps.db
      .update(
        approvals,
        { dueAt: isoTime(nowMs + SLACK_MS) },
        and(eq(approvals.id, effect.approvalId), inArray(approvals.status, ["executing", "needs_human"])) ??
          sql`false`,
      )
      .returning(),
  ]);
  const [proven] = (written as StoredEffect[]).map(readEffect);
  const now = writtenApproval(noted);
  if (proven === undefined) {
    deps.logger.error("effect.success_after_close", { approvalId: effect.approvalId, effectId: effect.id });
    return null;
  }
  // Another driver moved the approval meanwhile, so the caller's copy is out of date.
  if (now === null || now.version !== row.version) return null;
  return { row: now, effects: ledger.map((one) => (one.id === proven.id ? proven : one)) };
}
