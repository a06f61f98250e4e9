/**
 * Executes one effect at most once: claim its ledger row, check the preconditions again, call the provider,
 * record the result. A dead attempt is left alone until its deadline and then settled by what the provider
 * can prove. If nothing can be proven, a person decides. Nothing is ever resent without proof.
 */
import { and, eq, isNotNull, lt, ne, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals, effects as ledger, type Precondition } from "./tables/approvals.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { LIMITS } from "../kernel/limits.ts";
import {
  beginCall,
  claim,
  isUncalled,
  noteAnswer,
  postpone,
  recordDone,
  settle,
  settleStatements,
} from "./claim.ts";
import { hashOfEffect, hashOfEffects } from "./hash.ts";
import { blockedNow } from "./judge-again.ts";
import type { ApprovalDeps } from "./ports.ts";
import { isResting, letRest, takeTurn } from "./effect-pacing.ts";
import { staleSentence, type StaleReason } from "./stale-reasons.ts";
import { startTime } from "./start-time.ts";
import { move, type Loaded } from "./store.ts";
import type { ClaimedEffect, EffectRow, OpenEffect } from "./types.ts";

/** Maximum attempts for failures that changed nothing and are not a temporary outage. */
const TRIES = 4;
const BACK_OFF = { firstMs: 5_000, longestMs: 15 * 60_000 } as const;
/** Backoff when a provider limits the rate without a retry time. Most limits are per second. */
const LIMIT_BACK_OFF = { firstMs: 1_000, longestMs: 15 * 60_000 } as const;
/** How long after its start an effect keeps waiting for a provider that is overloaded or down. */
const PATIENCE_MS = 24 * 60 * 60_000;
/** Maximum retry time accepted from a provider. */
const LONGEST_REST_MS = 6 * 60 * 60_000;
/**
 * A person is asked after this many attempts. More than a day of retries needs, so that it only ends
 * unforeseen loops.
 */
const ATTEMPTS = 200;
/** After this many look-ups that found nothing, further tries are delayed. */
const FREE_ATTEMPTS = 2;
/** Poll interval while an earlier effect of the thread is pending. */
const BEHIND_MS = 5_000;
/** How long the provider is asked for the effect before a person is: its lists can lag behind. */
const LOOK_UP_TIMEOUT_MS = 5 * 60_000;

/**
 * Claims a planned effect and performs it. Results are stored; it throws only if our own tables fail.
 * Returns the approval afterwards, or null if it must be read again.
 */
export async function attempt(
  deps: ApprovalDeps,
  loaded: Loaded,
  effect: Extract<OpenEffect, { status: "planned" }>,
): Promise<Loaded | null> {
  const laterMs = await notBeforeNow(deps, loaded, effect);
  if (laterMs !== null) return postpone(deps, effect, isoTime(laterMs));
  const mine = await claim(deps, effect);
  if (mine === null) return null;
  /** Set if an earlier attempt may have been applied and a person chose to retry. */
  const again = effect.claimedAt !== null;
  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  try {
    const reason = (await staleByPolicy(deps, loaded)) ?? (await staleByPrecondition(deps, loaded, mine));
    if (reason !== null) return await stop(deps, loaded, mine, { reason, again });
    if (again && deps.executor.recovery(mine.kind) === "look_up") {
      const found = await lookUp(deps, mine);
      if (found.kind === "found") return await recordDone(deps, loaded, mine, found.performed);
    }
  } catch (error) {
    return notApplied(deps, loaded, mine, { error, again });
  }
  if (outOfTime(deps, mine)) return notApplied(deps, loaded, mine, { error: null, again });
  return perform(deps, loaded, mine, (error) => failed(deps, loaded, mine, { error, again }));
}

/**
 * When to try a planned effect instead of now: after effects approved earlier for the same recipient, at
 * its slot, and, after a wait, outside the contacts' quiet hours. Null for now.
 */
async function notBeforeNow(
  deps: ApprovalDeps,
  loaded: Loaded,
  effect: Extract<OpenEffect, { status: "planned" }>,
): Promise<number | null> {
  if (await isBehind(deps, loaded)) return deps.clock.now() + BEHIND_MS;
  const hasWaited = effect.notBefore !== null;
  const quietUntil = hasWaited ? startTime(deps, await deps.policy(), [effect], { holdSeconds: 0 }) : null;
  if (quietUntil !== null) return msOf(quietUntil);
  // Its slot has come, unless the provider has asked for a pause since.
  return hasWaited && !(await isResting(deps, effect)) ? null : takeTurn(deps, effect);
}

/** Settles an attempt that died or got no answer, after its deadline. Returns as `attempt` does. */
export async function recover(
  deps: ApprovalDeps,
  loaded: Loaded,
  effect: OpenEffect,
): Promise<Loaded | null> {
  const mine = await claim(deps, effect);
  if (mine === null) return null;
  if (await isAltered(loaded, mine)) return askPerson(deps, mine, ALTERED);
  if (mine.attempts > ATTEMPTS) return askUnproven(deps, mine);
  if (isUncalled(mine)) return settle(deps, mine, { to: "planned", problem: null, maybeApplied: false });
  switch (deps.executor.recovery(mine.kind)) {
    case "key": {
      const windowEndMs = msOf(mine.claimedAt) + deps.executor.keyWindowMs(mine.kind);
      if (deps.clock.now() + LIMITS.effectDeadlineMs > windowEndMs) return askUnproven(deps, mine);
      return perform(deps, loaded, mine, (error) => noteAnswer(deps, mine, answerIn(deps, mine, error)));
    }
    case "look_up":
      return settleByLookUp(deps, loaded, mine);
    case "none":
      return askUnproven(deps, mine);
  }
}

const ALTERED =
  "What is stored is not what was approved. It was not sent. Say that it was not done and propose it again.";
const NO_ANSWER = "No answer came.";

/** SEE=RUN: whether this document, or another one of the approval, differs from what was hashed and approved. */
async function isAltered({ row, effects }: Loaded, mine: ClaimedEffect): Promise<boolean> {
  const now = effects.map((effect) => (effect.id === mine.id ? mine : effect));
  if ((await hashOfEffects(now)) !== row.effectHash) return true;
  const hashes = await Promise.all(now.map(hashOfEffect));
  return now.some(({ hash }, index) => hash !== hashes[index]);
}

/** Calls the provider and records the result. If recording fails, recovery settles the claim. */
async function perform(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
  onFailure: (error: unknown) => Promise<null>,
): Promise<Loaded | null> {
  if (!(await beginCall(deps, mine))) return null;
  let performed;
  try {
    performed = await deps.executor.perform(mine, {
      idempotencyKey: keyOf(mine),
      deadlineMs: msOf(mine.deadlineAt),
    });
  } catch (error) {
    deps.logger.warn("effect.call_failed", { approvalId: mine.approvalId, effectId: mine.id, error });
    return onFailure(error);
  }
  return recordDone(deps, loaded, mine, performed);
}

/** Whether an effect approved earlier for the same recipient is still in progress. */
async function isBehind(deps: ApprovalDeps, { row }: Loaded): Promise<boolean> {
  if (row.threadKey === null || row.status !== "executing") return false;
  const earlier = and(
    eq(approvals.threadKey, row.threadKey),
    eq(approvals.status, "executing"),
    ne(approvals.id, row.id),
    lt(approvals.decidedAt, row.decided.at),
  );
  return (await deps.db.find(approvals, earlier ?? sql`false`)) !== null;
}

/** `again`: an earlier attempt may have been applied. */
interface Failure {
  readonly error: unknown;
  readonly again: boolean;
}

/**
 * Handles a failed call. If it is uncertain whether the call was applied, the claim stays until its
 * deadline or a person is asked.
 */
async function failed(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
  failure: Failure,
): Promise<null> {
  const { error } = failure;
  if (error instanceof IntegrationError && error.outcome === "not_applied") {
    return notApplied(deps, loaded, mine, failure);
  }
  const problem = error instanceof IntegrationError ? answerIn(deps, mine, error) : null;
  if (deps.executor.recovery(mine.kind) === "none") return askUnproven(deps, { ...mine, problem });
  return problem === null ? null : noteAnswer(deps, mine, problem);
}

/** For an attempt that certainly changed nothing: schedules a retry if that can help, else fails the effect. */
async function notApplied(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
  { error, again }: Failure,
): Promise<null> {
  const problem = `${answerIn(deps, mine, error)} It was not done.`;
  if (isPatient(deps, loaded, error, again) || (isRetryable(error) && mine.attempts < TRIES)) {
    const notBefore = isoTime(await nextTry(deps, mine, error));
    return settle(deps, mine, { to: "planned", problem, notBefore, maybeApplied: again });
  }
  if (again) return askPerson(deps, mine, `${problem} An earlier attempt may have been applied.`);
  return settle(deps, mine, { to: "failed", problem, maybeApplied: false });
}

/**
 * When to retry an effect that was not applied, in ms. A rate limit delays all effects at the account and
 * keeps their order.
 */
async function nextTry(deps: ApprovalDeps, mine: ClaimedEffect, error: unknown): Promise<number> {
  const { isLimit = false, retryAfterMs: asked = 0 } = error instanceof IntegrationError ? error : {};
  const backOff = isLimit ? LIMIT_BACK_OFF : BACK_OFF;
  const waitMs = asked > 0 ? Math.min(asked, LONGEST_REST_MS) : backOffMs(mine.attempts, backOff);
  const untilMs = deps.clock.now() + waitMs;
  if (!isLimit) return untilMs;
  await letRest(deps, mine, untilMs);
  return (await takeTurn(deps, mine)) ?? untilMs;
}

/** Whether to keep waiting: the failure is an outage and the effect started less than `PATIENCE_MS` ago. */
function isPatient(deps: ApprovalDeps, { row }: Loaded, error: unknown, again: boolean): boolean {
  if (again || row.status !== "executing") return false;
  return isOutage(error) && deps.clock.now() < msOf(row.begunAt) + PATIENCE_MS;
}

/** Whether the provider is overloaded, down or unreachable. Null means that no time was left for a call. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof IntegrationError)) return error === null;
  return error.unreached || error.status === 429 || (error.status ?? 0) >= 500;
}

/** Whether a failure that changed nothing can be temporary: no answer, overloaded, or down. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof IntegrationError) || error.status === undefined) return true;
  return error.status === 429 || error.status >= 500;
}

/** The provider's answer, or its absence, as a sentence for people. */
function answerIn({ executor }: ApprovalDeps, { kind }: EffectRow, error: unknown): string {
  if (!(error instanceof IntegrationError)) return "It could not be tried.";
  const { vendor, message, status } = error;
  const provider = executor.provider(kind, vendor) ?? "Steward";
  const ours = message.startsWith(vendor) ? message.slice(vendor.length) : `: ${message}`;
  const code = status === undefined || ours.includes(String(status)) ? "" : ` (HTTP ${status})`;
  return `${provider}${ours.replace(/\.$/, "")}${code}.`;
}

/** For effects whose result neither an answer nor the provider's records prove. */
function askUnproven(deps: ApprovalDeps, mine: ClaimedEffect): Promise<null> {
  const provider = deps.executor.provider(mine.kind) ?? "the provider";
  const check = `We can’t tell whether this went through. Please check in ${provider}.`;
  return askPerson(deps, mine, `${mine.problem ?? NO_ANSWER} ${check}`);
}

function askPerson(deps: ApprovalDeps, mine: ClaimedEffect, problem: string): Promise<null> {
  return settle(deps, mine, { to: "needs_human", problem, maybeApplied: true });
}

/** Whether too little of the claim is left for a call. An attempt that was frozen must not call after its deadline. */
function outOfTime(deps: ApprovalDeps, mine: ClaimedEffect): boolean {
  return deps.clock.now() > msOf(mine.deadlineAt) - LIMITS.outsideTimeoutMs;
}

async function settleByLookUp(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
): Promise<Loaded | null> {
  const found = await lookUp(deps, mine).catch((error: unknown) => {
    deps.logger.warn("effect.look_up_failed", { approvalId: mine.approvalId, effectId: mine.id, error });
    return { kind: "unknown" as const };
  });
  switch (found.kind) {
    case "found":
      return recordDone(deps, loaded, mine, found.performed);
    case "absent":
      return settle(deps, mine, { to: "planned", ...afterAbsent(deps, mine), maybeApplied: false });
    case "unknown":
      return deps.clock.now() - msOf(mine.claimedAt) > LOOK_UP_TIMEOUT_MS ? askUnproven(deps, mine) : null;
  }
}

/** For an effect proven not to be done: schedules the next try, with a growing delay. */
function afterAbsent(deps: ApprovalDeps, { attempts, problem }: ClaimedEffect) {
  if (attempts <= FREE_ATTEMPTS) return { problem: null, notBefore: null };
  const waitMs = backOffMs(Math.ceil((attempts - FREE_ATTEMPTS) / 2), BACK_OFF);
  return {
    problem: `${problem ?? NO_ANSWER} It was not done.`,
    notBefore: isoTime(deps.clock.now() + waitMs),
  };
}

/** The key is the same for every attempt. */
function keyOf({ idempotencyKey, id }: Pick<ClaimedEffect, "idempotencyKey" | "id">): string {
  return idempotencyKey ?? id;
}

/** Looks the effect up at the provider, ignoring records that already prove other effects. */
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
    idempotencyKey: keyOf(mine),
    takenProviderIds: taken.flatMap(({ providerId }) => providerId ?? []),
  });
}

/** Null while the policy allows the call. */
async function staleByPolicy(deps: ApprovalDeps, { row }: Loaded): Promise<StaleReason | null> {
  const sentence = await blockedNow(deps, row);
  return sentence === null ? null : { code: "policy", sentence };
}

/** The first precondition that no longer holds; null while all hold. */
async function staleByPrecondition(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
): Promise<StaleReason | null> {
  for (const precondition of preconditionsOf(deps, loaded, mine)) {
    const answer = await deps.executor.check(precondition, mine);
    if (!answer.holds) {
      return { code: "precondition", sentence: reasonFor(deps, loaded, precondition, answer.reason) };
    }
  }
  return null;
}

/** In a bundle, names the recipient concerned. */
function reasonFor(
  { effects: kinds }: ApprovalDeps,
  { row, effects }: Loaded,
  precondition: Precondition,
  reason: string,
): string {
  const { about } = kinds.precondition(precondition);
  const theirs = effects.find((effect) => about !== null && mentions(effect, about));
  return row.threadKey !== null || effects.length === 1 || theirs === undefined
    ? reason
    : `${theirs.title}: ${reason}`;
}

/**
 * The preconditions to check before an effect: all of them before the first; later only those about its own
 * recipient, unless this approval already wrote to them (our own message is then the newest).
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

/**
 * Handles a failed precondition: the whole approval goes stale if nothing of it can have happened, else
 * only the rest fails.
 */
async function stop(
  deps: ApprovalDeps,
  { row, effects }: Loaded,
  mine: ClaimedEffect,
  { reason, again }: { readonly reason: StaleReason; readonly again: boolean },
): Promise<null> {
  if (again) {
    return askPerson(
      deps,
      mine,
      `${staleSentence(reason)} An earlier attempt may have been applied, so it was not tried again.`,
    );
  }
  if (effects.some(({ status }) => status === "done")) {
    return settle(deps, mine, { to: "failed", problem: staleSentence(reason), maybeApplied: false });
  }
  await move(deps, row, {
    to: "stale",
    set: { staleReason: staleSentence(reason) },
    audit: [{ actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` }],
    follow: () => settleStatements(deps, mine, { to: "planned", problem: null, maybeApplied: false }),
  });
  return null;
}
