/**
 * Checks a tally after a decision. An earned rule is proposed to the admins; a lost one is revoked at once.
 * Idempotent and safe to interrupt: a proposal's ID is derived from its tally and round, and the policy
 * shows whether the rule is in force.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { STEWARD } from "../../platform/audit/index.ts";
import { countedMarks, isBroad, POLICY_CONVERSATION, propose } from "../index.ts";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { earnedTallies } from "../tables/approvals.ts";
import { isoTime } from "../../kernel/clock.ts";
import { getPolicy } from "../policy/index.ts";
import type { Lint } from "../api/approval.ts";
import type { Policy } from "../../team/api/policy.ts";
import { REST_DECISIONS, SAMPLE_EVERY, shareWords, type EarnedRow } from "../api/earned.ts";
import { sentenceOf } from "../api/policy-words.ts";
import { figuresOf, nextStep } from "./arithmetic.ts";
import type { EarnedDeps, TallyRow } from "./ports.ts";
import type { EarnedRuleDocument } from "./rule.ts";
import { MAX_RULES, ruleOf, takeOut } from "./rule.ts";

/** The rule under which a proposal waits; also stored in place of a tool name. Persisted. */
const PROPOSAL_RULE = "earned.proposed";
const PROPOSAL_TOOL = "earned_rule";
const LEASE_MS = 60_000;
const BATCH_SIZE = 4;

/** Why the rule would have no effect now; null if it would. */
export async function heldBack(
  deps: Pick<EarnedDeps, "autonomy" | "tool">,
  policy: Policy,
  { agent, tool }: Pick<TallyRow, "agent" | "tool">,
): Promise<EarnedRow["heldBack"]> {
  if (!deps.tool(tool).mayAllow) return "tool";
  if (policy.rules.length >= MAX_RULES) return "rules";
  return (await deps.autonomy(agent)) === "execute" ? null : "autonomy";
}

export async function consider(deps: EarnedDeps, id: string): Promise<void> {
  const tally = await deps.db.find(earnedTallies, eq(earnedTallies.id, id));
  if (tally === null) return;
  const { policy } = await getPolicy(deps.db);
  const held = !isBroad(tally.breadth) || (await heldBack(deps, policy, tally)) !== null;
  // Only varied decisions earn a rule; all decisions count against one in force.
  const step = nextStep({ ...tally, recent: decisiveMarks(tally) }, policy.earned, held);
  if (step.do === "propose") await proposeRule(deps, tally, policy);
  if (step.do === "take_back") await takeBack(deps, tally, step.because);
  // Only if nothing was decided in the meantime.
  await deps.db.update(
    earnedTallies,
    { dueAt: null },
    and(eq(earnedTallies.id, id), eq(earnedTallies.decided, tally.decided)) ?? sql`false`,
  );
}

/** Checks all due tallies. A failure doesn't stop the others, and its tally is due again. */
export function considerDue(deps: EarnedDeps, untilMs: number): Promise<WorkResult> {
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE };
  return workThrough(deps, earnedTallies, how, async (due) => {
    for (const { id } of due)
      await consider(deps, id).catch((error: unknown) => {
        deps.logger.error("earned.not_considered", { tenantId: deps.db.tenantId, hook: id, error });
      });
  });
}

/** The decisions that count in the tally's state. */
function decisiveMarks({ state, recent, breadth }: TallyRow): string {
  return state === "in_force" ? recent : countedMarks(breadth);
}

async function proposeRule(deps: EarnedDeps, tally: TallyRow, policy: Policy): Promise<void> {
  const approvals = await deps.approvals();
  const document = documentOf(deps, tally, { policy, timeZone: approvals.timeZone });
  const place = `${tally.id}:${tally.round}`;
  const approval = await propose(approvals, {
    scope: {
      conversationId: POLICY_CONVERSATION,
      conversationTitle: "Earned rules",
      turnId: place,
      runId: place,
      agent: tally.agent,
      recentTexts: [],
    },
    toolCallId: place,
    tool: PROPOSAL_TOOL,
    arguments: {},
    resolution: {
      kind: "resolved",
      effects: [deps.effectOf(document)],
      observed: [],
      lints: examplesOf(tally),
      urgent: false,
    },
    rule: PROPOSAL_RULE,
    evidence: [],
  });
  await deps.db.update(
    earnedTallies,
    {
      state: "proposed",
      stateAt: isoTime(deps.clock.now()),
      because: null,
      approvalId: approval.id,
      round: tally.round + 1,
    },
    and(
      eq(earnedTallies.id, tally.id),
      eq(earnedTallies.round, tally.round),
      inArray(earnedTallies.state, ["collecting", "declined", "taken_back"]),
    ) ?? sql`false`,
  );
  // A proposal found again after a crash may already be decided.
  await settleProposal(deps, { approvalId: approval.id, state: approval.status });
}

function documentOf(
  deps: EarnedDeps,
  tally: TallyRow,
  { policy, timeZone }: { readonly policy: Policy; readonly timeZone: string },
): EarnedRuleDocument {
  const { id: rule, agent, tool, recipients, firstAt } = tally;
  const { unchanged, decided, lowerBound } = figuresOf(countedMarks(tally.breadth));
  const line = policy.earned.line ?? 1;
  const named = ruleOf({ rule, agent: deps.agentTitle(agent), tool, recipients });
  return {
    rule,
    agent,
    tool,
    recipients,
    sentence: sentenceOf(named, (name) => deps.tool(name).title),
    because: `Your team approved ${unchanged} of the last ${decided} unchanged, near-equal ones counted once; the first counted is from ${formatDay(firstAt, timeZone)}. It’s 95% sure that at least ${shareWords(lowerBound)} would be. The line is ${shareWords(line)}.`,
    afterwards: `One in ${SAMPLE_EVERY} still asks. If those are edited or rejected, Steward takes the rule back. Someone new and anything suspicious always ask, and so does what those decisions didn’t hold: links to other sites, sums, attachments, other alphabets, more recipients, longer texts.`,
    figures: { unchanged, decided, lowerBound: Math.floor(lowerBound * 1000) / 1000, line, since: firstAt },
  };
}

/** Formats as `October 29, 2026`. */
function formatDay(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "long" }).format(new Date(iso));
}

function examplesOf({ examples }: Pick<TallyRow, "examples">): Lint[] {
  return idsIn(examples).map((approvalId, index) => ({
    code: "earned_example",
    level: "info",
    message: index === 0 ? "The newest of those decisions." : "Another of them.",
    path: null,
    approvalId,
  }));
}

/** Newest first. */
export function idsIn(examples: string): string[] {
  return examples
    .split(" ")
    .filter((id) => id !== "")
    .toReversed();
}

/** Admins are notified first. A repeat notifies once and completes the rest. */
async function takeBack(deps: EarnedDeps, tally: TallyRow, because: string): Promise<void> {
  const rule = ruleOf({ ...tally, rule: tally.id, agent: deps.agentTitle(tally.agent) });
  await deps.tellAdmins({
    once: `${tally.id}:${tally.round}`,
    title: "Steward took back a rule it had earned",
    body: `${because} From now on these ask again. The rule was: ${sentenceOf(rule, (name) => deps.tool(name).title)}`,
  });
  const nowMs = deps.clock.now();
  const wasThere = await takeOut(deps.db, tally.id, { nowMs, by: STEWARD, because });
  if (!wasThere)
    await deps.db.update(
      earnedTallies,
      { state: "taken_back", stateAt: isoTime(nowMs), because },
      eq(earnedTallies.id, tally.id),
    );
  await deps.publish();
}

const CLOSED = {
  rejected: "An admin declined it.",
  expired: "No one decided in time.",
  withdrawn: "An admin discarded it.",
  stale: "Decisions since then no longer bore it out.",
  failed: "It couldn’t be put in force.",
  not_done: "It wasn’t put in force.",
} as const;

/** Records the outcome of a proposal, by its approval. Idempotent. */
export async function settleProposal(
  deps: Pick<EarnedDeps, "db" | "clock">,
  { approvalId, state }: { readonly approvalId: string; readonly state: string },
): Promise<void> {
  if (!Object.hasOwn(CLOSED, state)) return;
  await deps.db.update(
    earnedTallies,
    {
      state: "declined",
      stateAt: isoTime(deps.clock.now()),
      because: CLOSED[state as keyof typeof CLOSED],
      restsUntil: sql`${earnedTallies.decided} + ${REST_DECISIONS}`,
    },
    and(eq(earnedTallies.approvalId, approvalId), eq(earnedTallies.state, "proposed")) ?? sql`false`,
  );
}
