/**
 * Executes one effect at most once: claim the ledger's line, check again what must hold, call, record. A dead attempt is left alone
 * until its deadline; then it is settled by what the provider can prove, and a person decides what no one can prove. Nothing is ever
 * sent again blindly.
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
import { isResting, letRest, takeTurn } from "./pace.ts";
import { staleSentence, type StaleReason } from "./stale-reasons.ts";
import { startTime } from "./start-time.ts";
import { move, type Loaded } from "./store.ts";
import type { ClaimedEffect, EffectRow, OpenEffect } from "./types.ts";

/** Tries of an effect whose every failure was proven to have changed nothing, where nothing says that the failure will pass. */
const TRIES = 4;
const BACK_OFF = { firstMs: 5_000, longestMs: 15 * 60_000 } as const;
/** For a provider that takes no more for now and does not say until when: most count by the second. */
const LIMIT_BACK_OFF = { firstMs: 1_000, longestMs: 15 * 60_000 } as const;
/** From its beginning on: for so long a provider that is too busy or out of order is waited for. */
const PATIENCE_MS = 24 * 60 * 60_000;
/** The longest a provider's own word on when to come back is taken for. */
const LONGEST_REST_MS = 6 * 60 * 60_000;
/** Attempts after which a person is asked, whatever the provider offers: more than a day's, and the end of what fails in a way no one foresaw. */
const ATTEMPTS = 200;
/** Found absent so often, an effect waits before it is tried again. */
const FREE_ATTEMPTS = 2;
/** Poll interval while an earlier effect of the thread is pending. */
const BEHIND_MS = 5_000;
/** How long a provider is asked whether it has the effect before a person is: its own lists can lag. */
const LOOK_UP_TIMEOUT_MS = 5 * 60_000;

/**
 * Claims a planned effect and performs it. What happened is stored; nothing is thrown but a failure of our own tables. Returns the approval as it then
 * is; null where it must be read again.
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
  /** A person chose to try again although an earlier attempt may have been applied. */
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
 * When a planned effect is to be tried instead of now: after what was approved earlier for the same person, at its turn, and, for one that has waited,
 * outside the contacts' quiet hours. Null for now.
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
  // Its turn has come, unless the provider has asked for rest since.
  return hasWaited && !(await isResting(deps, effect)) ? null : takeTurn(deps, effect);
}

/** Settles an attempt that died or ended without an answer, once its deadline has passed. Returns as `attempt` does. */
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

/** Whether something that was approved earlier for the same person is still on its way. */
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

/** What an attempt met. `again`: an earlier one may have been applied. */
interface Failure {
  readonly error: unknown;
  readonly again: boolean;
}

/** A call failed: what is certain decides. Without certainty the claim stays until its deadline, or goes to a person at once. */
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

/** This attempt certainly changed nothing: try again later where that may help, else it failed. */
async function notApplied(
  deps: ApprovalDeps,
  loaded: Loaded,
  mine: ClaimedEffect,
  { error, again }: Failure,
): Promise<null> {
  const problem = `${answerIn(deps, mine, error)} It was not done.`;
  if (isPatient(deps, loaded, error, again) || (mayPass(error) && mine.attempts < TRIES)) {
    const notBefore = isoTime(await nextTry(deps, mine, error));
    return settle(deps, mine, { to: "planned", problem, notBefore, maybeApplied: again });
  }
  if (again) return askPerson(deps, mine, `${problem} An earlier attempt may have been applied.`);
  return settle(deps, mine, { to: "failed", problem, maybeApplied: false });
}

/** When an effect that was not applied is tried again, in ms. A provider that is asked too much rests for all effects at the account, in their order. */
async function nextTry(deps: ApprovalDeps, mine: ClaimedEffect, error: unknown): Promise<number> {
  const asked = error instanceof IntegrationError ? (error.retryAfterMs ?? 0) : 0;
  const backOff = isLimit(error) ? LIMIT_BACK_OFF : BACK_OFF;
  const waitMs = asked > 0 ? Math.min(asked, LONGEST_REST_MS) : backOffMs(mine.attempts, backOff);
  const untilMs = deps.clock.now() + waitMs;
  if (!isLimit(error)) return untilMs;
  await letRest(deps, mine, untilMs);
  return (await takeTurn(deps, mine)) ?? untilMs;
}

/** The provider takes no more for now. */
function isLimit(error: unknown): boolean {
  if (!(error instanceof IntegrationError)) return false;
  return error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined);
}

/** Whether a failure will pass by itself and is waited for: the provider is busy, out of order or out of reach, and it has not been tried for too long. */
function isPatient(deps: ApprovalDeps, { row }: Loaded, error: unknown, again: boolean): boolean {
  if (again || row.status !== "executing") return false;
  return willPass(error) && deps.clock.now() < msOf(row.begunAt) + PATIENCE_MS;
}

/** Too busy, out of order or out of reach; or (null) there was no time left to ask at all. */
function willPass(error: unknown): boolean {
  if (!(error instanceof IntegrationError)) return error === null;
  return error.unreached || error.status === 429 || (error.status ?? 0) >= 500;
}

/** Whether a failure that changed nothing may pass by itself: no answer at all, too busy, or out of order. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof IntegrationError) || error.status === undefined) return true;
  return error.status === 429 || error.status >= 500;
}

/** What the provider answered, or that it did not, as a sentence for people. */
function answerIn({ executor }: ApprovalDeps, { kind }: EffectRow, error: unknown): string {
  if (!(error instanceof IntegrationError)) return "It could not be tried.";
  const { vendor, message, status } = error;
  const provider = executor.provider(kind) ?? "Steward";
  const ours = message.startsWith(vendor) ? message.slice(vendor.length) : `: ${message}`;
  const code = status === undefined || ours.includes(String(status)) ? "" : ` (HTTP ${status})`;
  return `${provider}${ours.replace(/\.$/, "")}${code}.`;
}

/** Neither an answer nor the provider's records prove anything. */
function askUnproven(deps: ApprovalDeps, mine: ClaimedEffect): Promise<null> {
  const provider = deps.executor.provider(mine.kind) ?? "the provider";
  const check = `It cannot be proven whether it was done. Please check at ${provider}.`;
  return askPerson(deps, mine, `${mine.problem ?? NO_ANSWER} ${check}`);
}

function askPerson(deps: ApprovalDeps, mine: ClaimedEffect, problem: string): Promise<null> {
  return settle(deps, mine, { to: "needs_human", problem, maybeApplied: true });
}

/** Whether too little of the claim is left for a call: an attempt that was frozen must not call after its deadline. */
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

/** Proven not to be done: it is tried again, later and later where that happens again and again. */
function afterAbsent(deps: ApprovalDeps, { attempts, problem }: ClaimedEffect) {
  if (attempts <= FREE_ATTEMPTS) return { problem: null, notBefore: null };
  const waitMs = backOffMs(Math.ceil((attempts - FREE_ATTEMPTS) / 2), BACK_OFF);
  return {
    problem: `${problem ?? NO_ANSWER} It was not done.`,
    notBefore: isoTime(deps.clock.now() + waitMs),
  };
}

/** The same at every attempt. */
function keyOf({ idempotencyKey, id }: Pick<ClaimedEffect, "idempotencyKey" | "id">): string {
  return idempotencyKey ?? id;
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

/** Of several people the one it is about is named. */
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
