/**
 * Executes one effect at most once: claim the ledger's line, check again what must hold, call, record. A dead attempt is left alone
 * until its deadline; then it is settled by what the provider can prove, and a person decides what no one can prove. Nothing is ever
 * sent again blindly.
 */
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { STEWARD } from "../audit/index.ts";
import { effects as ledger, type Precondition } from "../db/index.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { LIMITS } from "../kernel/limits.ts";
import { claim, recordDone, settle, settleStatements } from "./claim.ts";
import { hashOfEffect, hashOfEffects } from "./hash.ts";
import { blockedNow } from "./judge-again.ts";
import type { ApprovalDeps } from "./ports.ts";
import { move, type Loaded } from "./store.ts";
import type { ClaimedEffect, EffectRow, OpenEffect } from "./types.ts";

/** Tries of an effect whose every failure was proven to have changed nothing. */
const TRIES = 4;
const BACK_OFF = { firstMs: 5_000, longestMs: 5 * 60_000 } as const;
/** Attempts after which a person is asked, whatever the provider offers. */
const ATTEMPTS = 10;
/** How long a provider is asked whether it has the effect before a person is: its own lists can lag. */
const LOOK_UP_TIMEOUT_MS = 5 * 60_000;

/** Claims a planned effect and performs it. What happened is stored; nothing is thrown but a failure of our own tables. */
export async function attempt(deps: ApprovalDeps, loaded: Loaded, effect: OpenEffect): Promise<void> {
  const mine = await claim(deps, effect);
  if (mine === null) return;
  /** A person chose to try again although an earlier attempt may have been applied. */
  const again = effect.claimedAt !== null;
  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  try {
    const moved = (await blockedNow(deps, loaded.row)) ?? (await movedPrecondition(deps, loaded, mine));
    if (moved !== null) return await stop(deps, loaded, mine, { reason: moved, again });
    if (again && deps.executor.recovery(mine.kind) === "look_up") {
      const found = await lookUp(deps, mine);
      if (found.kind === "found") return await recordDone(deps, mine, found.performed);
    }
  } catch (error) {
    return notApplied(deps, mine, error, again);
  }
  if (outOfTime(deps, mine)) return notApplied(deps, mine, null, again);
  await perform(deps, mine, (error) => failed(deps, mine, error, again));
}

/** Settles an attempt that died or ended without an answer, once its deadline has passed. */
export async function recover(deps: ApprovalDeps, loaded: Loaded, effect: OpenEffect): Promise<void> {
  const mine = await claim(deps, effect);
  if (mine === null) return;
  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  if (mine.attempts > ATTEMPTS) return askPerson(deps, mine, UNPROVEN);
  switch (deps.executor.recovery(mine.kind)) {
    case "key": {
      const windowEndMs = msOf(mine.claimedAt) + deps.executor.keyWindowMs(mine.kind);
      if (deps.clock.now() + LIMITS.effectDeadlineMs > windowEndMs) return askPerson(deps, mine, UNPROVEN);
      return perform(deps, mine, async () => {});
    }
    case "look_up":
      return settleByLookUp(deps, mine);
    case "none":
      return askPerson(deps, mine, UNPROVEN);
  }
}

const ALTERED =
  "What is stored is not what was approved. It was not sent. Say that it was not done and propose it again.";
const UNPROVEN = "No answer came, and it cannot be proven whether it was done. Please check at the provider.";

/** SEE=RUN: whether the document about to be sent, or any beside it, is not what was hashed and approved. */
async function isAltered({ row, effects }: Loaded, mine: ClaimedEffect): Promise<boolean> {
  const now = effects.map((effect) => (effect.id === mine.id ? mine : effect));
  if ((await hashOfEffects(now)) !== row.effectHash) return true;
  const hashes = await Promise.all(now.map(hashOfEffect));
  return now.some(({ hash }, index) => hash !== hashes[index]);
}

/** Calls the provider and writes what came of it. A failure to write leaves the claim to recovery. */
async function perform(
  deps: ApprovalDeps,
  mine: ClaimedEffect,
  onFailure: (error: unknown) => Promise<void>,
): Promise<void> {
  let performed;
  try {
    performed = await deps.executor.perform(mine, { idempotencyKey: mine.idempotencyKey ?? mine.id });
  } catch (error) {
    deps.logger.warn("effect.call_failed", { approvalId: mine.approvalId, effectId: mine.id, error });
    return onFailure(error);
  }
  await recordDone(deps, mine, performed);
}

/** A call failed: what is certain decides. Without certainty the claim stays until its deadline, or goes to a person at once. */
async function failed(
  deps: ApprovalDeps,
  mine: ClaimedEffect,
  error: unknown,
  again: boolean,
): Promise<void> {
  if (error instanceof IntegrationError && error.outcome === "not_applied") {
    return notApplied(deps, mine, error, again);
  }
  if (deps.executor.recovery(mine.kind) === "none") return askPerson(deps, mine, UNPROVEN);
}

/** This attempt certainly changed nothing: try again later where that may help, else it failed. */
async function notApplied(
  deps: ApprovalDeps,
  mine: ClaimedEffect,
  error: unknown,
  again: boolean,
): Promise<void> {
  if (mayPass(error) && mine.attempts < TRIES) {
    const asked = error instanceof IntegrationError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(Math.min(asked, LIMITS.effectDeadlineMs), backOffMs(mine.attempts, BACK_OFF));
    const notBefore = isoTime(deps.clock.now() + waitMs);
    return settle(deps, mine, { to: "planned", problem: problemOf(error), notBefore, maybeApplied: again });
  }
  if (again) return askPerson(deps, mine, `${problemOf(error)} An earlier attempt may have been applied.`);
  return settle(deps, mine, { to: "failed", problem: problemOf(error), maybeApplied: false });
}

/** Whether a failure that changed nothing may pass by itself: no answer at all, too busy, or out of order. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof IntegrationError) || error.status === undefined) return true;
  return error.status === 429 || error.status >= 500;
}

function problemOf(error: unknown): string {
  if (!(error instanceof IntegrationError)) return "It could not be tried.";
  const status = error.status === undefined ? "" : ` (HTTP ${error.status})`;
  return `${error.vendor} did not do it${status}: ${error.message}`;
}

async function askPerson(deps: ApprovalDeps, mine: ClaimedEffect, problem: string): Promise<void> {
  await settle(deps, mine, { to: "needs_human", problem, maybeApplied: true });
}

/** Whether too little of the claim is left for a call: an attempt that was frozen must not call after its deadline. */
function outOfTime(deps: ApprovalDeps, mine: ClaimedEffect): boolean {
  return deps.clock.now() > msOf(mine.deadlineAt) - LIMITS.outsideTimeoutMs;
}

async function settleByLookUp(deps: ApprovalDeps, mine: ClaimedEffect): Promise<void> {
  const found = await lookUp(deps, mine).catch((error: unknown) => {
    deps.logger.warn("effect.look_up_failed", { approvalId: mine.approvalId, effectId: mine.id, error });
    return { kind: "unknown" as const };
  });
  switch (found.kind) {
    case "found":
      return recordDone(deps, mine, found.performed);
    case "absent":
      return settle(deps, mine, { to: "planned", problem: null, maybeApplied: false });
    case "unknown":
      if (deps.clock.now() - msOf(mine.claimedAt) > LOOK_UP_TIMEOUT_MS)
        return askPerson(deps, mine, UNPROVEN);
  }
}

/** Asks the provider for the effect, leaving out what proves other effects. */
async function lookUp(deps: ApprovalDeps, mine: ClaimedEffect) {
  const taken = await deps.db
    .rows(
      ledger,
      and(eq(ledger.kind, mine.kind), ne(ledger.id, mine.id), isNotNull(ledger.providerId)) ?? sql`false`,
    )
    .orderBy(sql`${ledger.updatedAt} desc`)
    .limit(500);
  return deps.executor.lookUp(mine, {
    claimedAt: mine.claimedAt,
    now: deps.clock.now(),
    takenProviderIds: taken.flatMap(({ providerId }) => providerId ?? []),
  });
}

/** The reason in words when something recorded at proposal no longer holds; null when all does. */
async function movedPrecondition(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
): Promise<string | null> {
  for (const precondition of preconditionsOf(deps, loaded, mine)) {
    const answer = await deps.executor.check(precondition, mine);
    if (!answer.holds) return answer.reason;
  }
  return null;
}

/**
 * What must still hold before an effect: everything before the first; later what concerns its own number, unless an effect of this
 * approval already wrote there (our own text is then the newest message).
 */
function preconditionsOf(
  deps: ApprovalDeps,
  { row, effects }: Loaded,
  mine: EffectRow,
): readonly Precondition[] {
  const done = effects.filter(({ status }) => status === "done");
  if (done.length === 0) return row.preconditions;
  return row.preconditions.filter((one) => {
    const { about } = deps.effects.precondition(one);
    if (about === null) return true;
    return mentions(mine, about) && !done.some((effect) => mentions(effect, about));
  });
}

function mentions({ document }: EffectRow, value: string): boolean {
  return leavesOf(document).some((leaf) => leaf.value === value);
}

/** A precondition moved: the whole approval is stale if nothing of it can have happened; else only the rest stops. */
async function stop(
  deps: ApprovalDeps,
  { row, effects }: Loaded,
  mine: ClaimedEffect,
  { reason, again }: { readonly reason: string; readonly again: boolean },
): Promise<void> {
  if (again) {
    return askPerson(
      deps,
      mine,
      `${reason} An earlier attempt may have been applied, so it was not tried again.`,
    );
  }
  if (effects.some(({ status }) => status === "done")) {
    return settle(deps, mine, { to: "failed", problem: reason, maybeApplied: false });
  }
  await move(deps, row, {
    to: "stale",
    set: { staleReason: reason },
    audit: [{ actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` }],
    follow: () => settleStatements(deps, mine, { to: "planned", problem: null, maybeApplied: false }),
  });
}
