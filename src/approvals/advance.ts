/**
 * The only code that drives approvals. It is idempotent: the Workflow, the decision route and the
 * reconciler may call it concurrently or again after a crash. Each round takes the one step that `nextStep`
 * derives from the stored state, by compare-and-set. A successful write returns the stored row; after a
 * lost write or a provider call, the row is read again.
 */
import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals } from "./tables/approvals.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Approval, ApprovalStatus } from "./api/approval.ts";
import { announce, show } from "./announce.ts";
import { countStatements, tallyOf, unjudged } from "./decision-tallies.ts";
import { attempt, recover } from "./execute.ts";
import { laterExpiry } from "./expiry.ts";
import { asksNow } from "./judge-again.ts";
import { outcomePart } from "./outcome.ts";
import type { ApprovalDeps } from "./ports.ts";
import { alertForDecision } from "./request-decision.ts";
import { startTime } from "./start-time.ts";
import { staleSentence } from "./stale-reasons.ts";
import { isAtRest, nextStep, type NextStep } from "./state.ts";
import { amend, get, move, undecided, writtenApproval, type Loaded } from "./store.ts";
import { DIRECT_RULE, type ApprovalRow, type Progress } from "./types.ts";
import { view } from "./view.ts";

/** Rounds allowed on top of those the effects need. Guards against an endless loop. */
const SPARE_ROUNDS = 12;
/** Delay after the due time before the reconciler looks, so that the Workflow acts first. */
const SLACK_MS = 2_000;
const CHECK_SOON_MS = 60_000;

/** What the caller knows that the tables don't say. */
export interface AdvanceOptions {
  /** The approval as just read or written by the caller. */
  readonly loaded?: Loaded | null;
  /** Whether the caller changed something that open pages show. */
  readonly isChanged?: boolean;
  /** Number of outcomes of the same turn that this caller delivers next. The agent continues once, after the last. */
  readonly outcomesToFollow?: number;
  /** Set after a side effect such as a notification failed: the reconciler checks again soon. */
  readonly checkSoon?: boolean;
}

/**
 * Drives an approval as far as possible now. Throws if the outcome could not be delivered or the tables
 * can't be reached. Progress is stored, so a repeat continues from there.
 */
export async function advance(
  deps: ApprovalDeps,
  approvalId: string,
  options: AdvanceOptions = {},
): Promise<Driven> {
  let isChanged = options.isChanged ?? false;
  let known: Loaded | null = options.loaded ?? (await get(deps, approvalId));
  const { reminderMinutes } = await deps.policy();
  for (let round = 0; ; round++) {
    const loaded = known ?? (await get(deps, approvalId));
    const { row } = loaded;
    const nowMs = deps.clock.now();
    const step = nextStep(row, loaded.effects, { nowMs, reminderMinutes });
    if (round > SPARE_ROUNDS + 4 * loaded.effects.length)
      throw new Error("an approval does not come to rest");
    if (step.do === "wait" || step.do === "rest") {
      const untilMs = step.do === "wait" ? step.untilMs : null;
      if (untilMs !== null) await setDue(deps, row, dueAt(untilMs, nowMs, options));
      const shown = isChanged ? await announce(deps, loaded) : null;
      return { status: row.status, waitMs: untilMs === null ? null : untilMs - nowMs, shown };
    }
    const taken = await take(deps, loaded, step, options);
    isChanged ||= taken.isChanged;
    known = taken.loaded;
  }
}

/** `Progress`, and the approval as pages were shown it if it changed. */
interface Driven extends Progress {
  readonly shown: Approval | null;
}

/**
 * The result of a step: whether it changed what open pages show, and the approval afterwards; null if the
 * approval must be read again.
 */
interface Taken {
  readonly isChanged: boolean;
  readonly loaded: Loaded | null;
}

const LOST: Taken = { isChanged: false, loaded: null };

/** The result of a step that wrote the approval and left its effects unchanged. */
function asWritten(row: ApprovalRow | null, { effects }: Loaded, isChanged = true): Taken {
  return row === null ? LOST : { isChanged, loaded: { row, effects } };
}

async function take(
  deps: ApprovalDeps,
  loaded: Loaded,
  step: Exclude<NextStep, { readonly do: "wait" | "rest" }>,
  options: AdvanceOptions,
): Promise<Taken> {
  switch (step.do) {
    case "remind":
      return remind(deps, loaded, step.ordinal);
    case "begin":
      return beginExecution(deps, loaded);
    case "move":
      return asWritten(await moveOn(deps, loaded, step.to), loaded);
    case "attempt":
      return { isChanged: true, loaded: await attempt(deps, loaded, step.effect) };
    case "recover":
      return { isChanged: true, loaded: await recover(deps, loaded, step.effect) };
    case "tell":
      return deliver(deps, loaded, options);
  }
}

async function remind(deps: ApprovalDeps, loaded: Loaded, ordinal: number): Promise<Taken> {
  await deps.notify(await view(deps, loaded), "reminder", ordinal);
  const first = and(eq(approvals.id, loaded.row.id), sql`${approvals.remindersSent} < ${ordinal}`);
  const written = await deps.db
    .update(approvals, { remindersSent: ordinal }, first ?? sql`false`)
    .returning();
  return asWritten(writtenApproval(written), loaded, false);
}

function dueAt(untilMs: number, nowMs: number, { checkSoon }: AdvanceOptions): string {
  return isoTime(Math.min(untilMs + SLACK_MS, checkSoon === true ? nowMs + CHECK_SOON_MS : Infinity));
}

async function setDue(deps: ApprovalDeps, row: ApprovalRow, dueAt: string | null): Promise<void> {
  if (row.dueAt !== dueAt) await amend(deps, row, { dueAt });
}

/**
 * Starts execution. During the contacts' quiet hours it is postponed until they end. If a rule approved it
 * and no longer allows it, a person decides instead.
 */
async function beginExecution(deps: ApprovalDeps, loaded: Loaded): Promise<Taken> {
  const { row, effects } = loaded;
  const asking = await asksNow(deps, loaded);
  if (asking !== null) return asWritten(await askInstead(deps, loaded, asking), loaded);
  if (await wasAnsweredByHand(deps, loaded))
    return asWritten(await (row.rule === DIRECT_RULE ? giveBack(deps, row) : askAgain(deps, loaded)), loaded);
  const startsAt = startTime(deps, await deps.policy(), effects, { holdSeconds: 0 });
  if (startsAt !== null) return asWritten(await amend(deps, row, { startsAt }), loaded);
  // From this move on the decision can't be undone, so it is counted here.
  const tally = await tallyOf(deps, row);
  const begun = await move(deps, row, {
    to: "executing",
    set: { startsAt: isoTime(deps.clock.now()) },
    audit: [],
    follow: (moveId) => countStatements(deps, row, { tally, unchanged: !row.edited, moveId }),
  });
  if (begun === null) return LOST;
  const taken = { row: begun, effects };
  await show(deps, taken);
  if (tally !== null) deps.counted(tally);
  return { isChanged: true, loaded: taken };
}

/** Whether a team member wrote to the same people outside Steward while the approval was held. */
async function wasAnsweredByHand(deps: ApprovalDeps, { row, effects }: Loaded): Promise<boolean> {
  if (row.status !== "approved" || row.executeAfter === null) return false;
  const since = row.decided.at;
  // System actions have no thread.
  const threads =
    row.threadKey === null && effects.length > 1
      ? [...new Set(effects.flatMap((effect) => deps.effects.describe(effect).threadKey ?? []))]
      : [row.threadKey ?? []].flat();
  if (threads.length === 0) return false;
  const sent = await deps.sentSince(threads.map((threadKey) => ({ threadKey, since })));
  return sent.some((one) => one.byHand && threads.includes(one.threadKey) && one.at > since);
}

/** Returns the approval to pending. Its card then shows what the team wrote meanwhile. */
async function askAgain(deps: ApprovalDeps, { row, effects }: Loaded): Promise<ApprovalRow | null> {
  const sentence = `Your team wrote to them while it was held, so it waits for a decision again: ${row.title}`;
  const asked = await move(deps, row, {
    to: "pending",
    set: { ...undecided(row), expiresAt: laterExpiry(deps, row.expiresAt, effects) },
    audit: [{ actor: STEWARD, action: "approval.asked", sentence }],
  });
  if (asked !== null) await alertForDecision(deps, { row: asked, effects }, row.version);
  return asked;
}

/** A person's own message goes back to its author instead of to the team. */
function giveBack(deps: ApprovalDeps, row: ApprovalRow): Promise<ApprovalRow | null> {
  return move(deps, row, {
    to: "stale",
    set: { staleReason: staleSentence({ code: "team_wrote" }) },
    audit: [{ actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` }],
  });
}

async function askInstead(
  deps: ApprovalDeps,
  { row, effects }: Loaded,
  rule: string,
): Promise<ApprovalRow | null> {
  const sentence = `A rule no longer lets it run without asking: ${row.title}`;
  const asked = await move(deps, row, {
    to: "pending",
    set: { ...undecided(row), rule },
    audit: [{ actor: STEWARD, action: "approval.asked", sentence }],
  });
  if (asked !== null) await alertForDecision(deps, { row: asked, effects });
  return asked;
}

const SENTENCES: Partial<Record<ApprovalStatus, string>> = {
  expired: "No one decided in time",
  done: "Approval closed, all done",
  failed: "Approval closed, failed",
  needs_human: "It is not known whether this was done; a person has to check",
};

async function moveOn(deps: ApprovalDeps, { row }: Loaded, to: ApprovalStatus): Promise<ApprovalRow | null> {
  const sentence = SENTENCES[to];
  const audit =
    sentence === undefined
      ? []
      : [{ actor: STEWARD, action: `approval.${to}`, sentence: `${sentence}: ${row.title}` }];
  return move(deps, row, { to, audit, ...(to === "expired" ? await unjudged(deps, row) : {}) });
}

/** Delivers the outcome to the conversation, alerts people if the approval needs them, and records the delivery. */
async function deliver(deps: ApprovalDeps, loaded: Loaded, options: AdvanceOptions): Promise<Taken> {
  const { row, effects } = loaded;
  const part = outcomePart(deps.effects, loaded, deps.timeZone);
  if (part !== null) {
    const siblingsInFlight = (await countInFlight(deps, row)) + (options.outcomesToFollow ?? 0);
    await deps.deliverOutcome(row.conversationId, { part, siblingsInFlight });
  }
  if (row.status === "stale" && row.rule === DIRECT_RULE) await deps.notifyWriter(await view(deps, loaded));
  if (row.status === "needs_human") {
    const attempts = effects.reduce((sum, effect) => sum + effect.attempts, 0);
    await deps.notify(await view(deps, loaded), "needs_human", attempts);
  }
  const told = { deliveredStatus: row.status, ...(isAtRest(row.status) ? { dueAt: null } : {}) };
  return asWritten(await amend(deps, row, told), loaded, false);
}

/** Counts approvals of the same turn that are approved or executing. */
async function countInFlight(deps: ApprovalDeps, row: ApprovalRow): Promise<number> {
  const [found] = await deps.db.pick(
    { siblings: sql<number>`${count()}`.as("siblings") },
    approvals,
    and(
      eq(approvals.turnId, row.turnId),
      ne(approvals.id, row.id),
      inArray(approvals.status, ["approved", "executing"]),
    ),
  );
  return Number(found?.["siblings"] ?? 0);
}
