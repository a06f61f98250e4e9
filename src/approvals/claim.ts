/**
 * All writes to the effects ledger. An attempt owns its effect from the claim until the deadline and writes
 * under its attempt ID. Proof that an effect was done is recorded from any open state, however late it
 * arrives.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { auditIf, STEWARD } from "../platform/audit/index.ts";
import { approvals, effects } from "./tables/approvals.ts";
import { tenants, type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Receipt } from "./api/approval.ts";
import type { ApprovalDeps, Performed } from "./ports.ts";
import { effectSources } from "./state.ts";
import { readEffect } from "./rows.ts";
import { writtenApproval, type Loaded } from "./store.ts";
import type { ClaimedEffect, EffectRow, OpenEffect, StoredEffect } from "./types.ts";

/** Delay after a claim's deadline before the reconciler looks. */
const SLACK_MS = 5_000;

/**
 * Claims an effect for one attempt, by compare-and-set on the state it was read in. Returns null if another
 * attempt claimed it first.
 */
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
          // Nothing goes out for a team that is being deleted.
          sql`exists (select 1 from ${tenants} where ${tenants.id} = ${deps.db.tenantId})`,
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

/**
 * Records that the attempt is about to call the provider. Returns false if it no longer owns the effect; it
 * then must not call.
 */
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

/** Records an inconclusive answer from the provider. The attempt keeps its claim until the deadline. */
export async function noteAnswer(deps: ApprovalDeps, mine: ClaimedEffect, problem: string): Promise<null> {
  await deps.db.update(effects, { problem }, ownedBy(mine));
  return null;
}

function ownedBy({ id, attemptId }: ClaimedEffect): SQL {
  return (
    and(eq(effects.id, id), eq(effects.status, "claimed"), eq(effects.attemptId, attemptId)) ?? sql`false`
  );
}

/** The state in which an attempt leaves its effect. */
export interface Settled {
  readonly to: "planned" | "failed" | "needs_human";
  readonly problem: string | null;
  /** Only for `planned`: the earliest next try. */
  readonly notBefore?: string | null;
  /** Whether an attempt may still turn out to have been applied. */
  readonly maybeApplied: boolean;
}

/** Statements that release an effect, if the attempt still owns it. */
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

/** Releases an effect without proof that it was done. Returns null: the caller must read it again. */
export async function settle(deps: ApprovalDeps, mine: ClaimedEffect, settled: Settled): Promise<null> {
  await deps.db.batch(settleStatements(deps, mine, settled));
  return null;
}

/**
 * Records proof that an effect was done, from any open state; late proof also ends a wait for a person.
 * Returns the approval with the updated effect, or null if it must be read again. Throws if the provider's
 * ID already proves another effect.
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
