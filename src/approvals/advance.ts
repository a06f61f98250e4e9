/**
 * The only driver of approvals: idempotent, called by the Workflow, the decision route and the reconciler, at the same time or again after a
 * crash. Each round reads what is stored, asks `nextStep`, and does that one thing by compare-and-set.
 */
import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import { STEWARD } from "../audit/index.ts";
import { approvals } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { ApprovalStatus } from "../protocol/approval.ts";
import { announceChange } from "./announce.ts";
import { countStatements, tallyOf } from "./counted.ts";
import { attempt, recover } from "./execute.ts";
import { asksNow } from "./judge-again.ts";
import { outcomePart } from "./outcome.ts";
import type { ApprovalDeps } from "./ports.ts";
import { alertForDecision } from "./request-decision.ts";
import { startTime } from "./start-time.ts";
import { isAtRest, nextStep, type NextStep } from "./state.ts";
import { get, laterExpiry, move, undecided, type Loaded } from "./store.ts";
import { DIRECT_RULE, type ApprovalRow, type Progress } from "./types.ts";
import { view } from "./view.ts";

/** Rounds beside those the effects need; a bound against a fault of ours, not a budget. */
const SPARE_ROUNDS = 12;
/** How much later than the true time the reconciler looks, so that the Workflow is first. */
const SLACK_MS = 2_000;
const CHECK_SOON_MS = 60_000;

/** What a caller may know beside the tables. */
export interface AdvanceOptions {
  /** Outcomes of the same turn this caller delivers right after: the agent goes on once, after the last. */
  readonly outcomesToFollow?: number;
  /** Something beside the driving failed: have the reconciler check again soon. */
  readonly checkSoon?: boolean;
}

/**
 * Drives an approval as far as it goes now. Throws when the outcome could not be delivered or the tables cannot be reached; what was done
 * until then is stored, and a repeat goes on from there.
 */
export async function advance(
  deps: ApprovalDeps,
  approvalId: string,
  options: AdvanceOptions = {},
): Promise<Progress> {
  const { reminderMinutes } = await deps.policy();
  let changed = false;
  for (let round = 0; ; round++) {
    const loaded = await get(deps, approvalId);
    const { row } = loaded;
    const nowMs = deps.clock.now();
    const step = nextStep(row, loaded.effects, { nowMs, reminderMinutes });
    if (round > SPARE_ROUNDS + 4 * loaded.effects.length)
      throw new Error("an approval does not come to rest");
    if (step.do === "wait" || step.do === "rest") {
      const untilMs = step.do === "wait" ? step.untilMs : null;
      if (untilMs !== null) await setDue(deps, row, dueAt(untilMs, nowMs, options));
      if (changed) await announceChange(deps, approvalId);
      return { status: row.status, waitMs: untilMs === null ? null : untilMs - nowMs };
    }
    changed = (await take(deps, loaded, step, options)) || changed;
  }
}

/** Takes one step. Answers whether it changed what open pages show. */
async function take(
  deps: ApprovalDeps,
  loaded: Loaded,
  step: Exclude<NextStep, { readonly do: "wait" | "rest" }>,
  options: AdvanceOptions,
): Promise<boolean> {
  switch (step.do) {
    case "remind":
      await deps.notify(await view(deps, loaded), "reminder", step.ordinal);
      await deps.db.update(
        approvals,
        { remindersSent: step.ordinal },
        and(eq(approvals.id, loaded.row.id), sql`${approvals.remindersSent} < ${step.ordinal}`) ?? sql`false`,
      );
      return false;
    case "begin":
      return begin(deps, loaded);
    case "move":
      return moveOn(deps, loaded, step.to);
    case "attempt":
      await attempt(deps, loaded, step.effect);
      return true;
    case "recover":
      await recover(deps, loaded, step.effect);
      return true;
    case "tell":
      await tell(deps, loaded, options);
      return false;
  }
}

function dueAt(untilMs: number, nowMs: number, { checkSoon }: AdvanceOptions): string {
  return isoTime(Math.min(untilMs + SLACK_MS, checkSoon === true ? nowMs + CHECK_SOON_MS : Infinity));
}

async function setDue(deps: ApprovalDeps, row: ApprovalRow, dueAt: string | null): Promise<void> {
  if (row.dueAt === dueAt) return;
  await deps.db.update(
    approvals,
    { dueAt },
    and(eq(approvals.id, row.id), eq(approvals.version, row.version)) ?? sql`false`,
  );
}

/**
 * Execution begins, unless contacts' quiet hours have come in the meantime (then it is held until they end) or it was let through by a rule that no
 * longer does (then a person decides).
 */
async function begin(deps: ApprovalDeps, { row, effects }: Loaded): Promise<boolean> {
  const asking = await asksNow(deps, row);
  if (asking !== null) return askInstead(deps, row, asking);
  if (await wasAnsweredByHand(deps, row))
    return row.rule === DIRECT_RULE ? giveBack(deps, row) : askAgain(deps, row);
  const executeAfter = startTime(deps, await deps.policy(), effects, { holdSeconds: 0 });
  if (executeAfter !== null) {
    await deps.db.update(
      approvals,
      { executeAfter },
      and(eq(approvals.id, row.id), eq(approvals.version, row.version)) ?? sql`false`,
    );
    return true;
  }
  // Only now can no one take the decision back any more.
  const tally = await tallyOf(deps, row);
  const won = await move(deps, row, {
    to: "executing",
    // From now on the column says when it began.
    set: { executeAfter: isoTime(deps.clock.now()) },
    audit: [],
    follow: (moveId) => countStatements(deps, row, { tally, unchanged: !row.edited, moveId }),
  });
  if (won) await announceChange(deps, row.id);
  if (won && tally !== null) deps.counted(tally);
  return won;
}

/** Whether a person wrote to the same people outside Steward while the approval was held. */
async function wasAnsweredByHand(deps: ApprovalDeps, row: ApprovalRow): Promise<boolean> {
  if (row.status !== "approved" || row.executeAfter === null || row.threadKey === null) return false;
  const { threadKey } = row;
  const sent = await deps.sentSince([{ threadKey, since: row.decided.at }]);
  return sent.some((one) => one.byHand && one.threadKey === threadKey && one.at > row.decided.at);
}

/** The approval goes back to people, whose card now tells what was written meanwhile. */
async function askAgain(deps: ApprovalDeps, row: ApprovalRow): Promise<boolean> {
  const sentence = `Your team wrote to them while it was held, so it waits for a decision again: ${row.title}`;
  const won = await move(deps, row, {
    to: "pending",
    set: { ...undecided(row), expiresAt: laterExpiry(row.expiresAt, deps.clock.now()) },
    audit: [{ actor: STEWARD, action: "approval.asked", sentence }],
  });
  if (won) await alertForDecision(deps, row.id, row.version);
  return won;
}

/** What somebody wrote themselves goes back to them. */
function giveBack(deps: ApprovalDeps, row: ApprovalRow): Promise<boolean> {
  return move(deps, row, {
    to: "stale",
    set: { staleReason: "Your team wrote to them since" },
    audit: [{ actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` }],
  });
}

async function askInstead(deps: ApprovalDeps, row: ApprovalRow, rule: string): Promise<boolean> {
  const sentence = `A rule no longer lets it run without asking: ${row.title}`;
  const won = await move(deps, row, {
    to: "pending",
    set: { ...undecided(row), rule },
    audit: [{ actor: STEWARD, action: "approval.asked", sentence }],
  });
  if (won) await alertForDecision(deps, row.id);
  return won;
}

const SENTENCES: Partial<Record<ApprovalStatus, string>> = {
  expired: "No one decided in time",
  done: "Approval closed, all done",
  failed: "Approval closed, failed",
  needs_human: "It is not known whether this was done; a person has to check",
};

async function moveOn(deps: ApprovalDeps, { row }: Loaded, to: ApprovalStatus): Promise<boolean> {
  const sentence = SENTENCES[to];
  const audit =
    sentence === undefined
      ? []
      : [{ actor: STEWARD, action: `approval.${to}`, sentence: `${sentence}: ${row.title}` }];
  return move(deps, row, { to, audit });
}

/** Tells the conversation what became of the approval, alerts for what needs a person, and notes that it was told. */
async function tell(deps: ApprovalDeps, loaded: Loaded, options: AdvanceOptions): Promise<void> {
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
  await deps.db.update(
    approvals,
    { deliveredStatus: row.status, ...(isAtRest(row.status) ? { dueAt: null } : {}) },
    and(eq(approvals.id, row.id), eq(approvals.version, row.version)) ?? sql`false`,
  );
}

/** Approvals of the same turn that are decided but not yet at rest. */
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
