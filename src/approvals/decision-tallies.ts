/**
 * Counts how often people approve an agent's calls of a tool unchanged, per kind of recipient. Not counted:
 * decisions by a rule, drafts with a danger warning, messages to new recipients or to several kinds of
 * recipient, and calls that would need approval whatever was earned.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals, earnedTallies } from "./tables/approvals.ts";
import { type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { listColleagues, recipientKind, teamRuleOf } from "./policy/index.ts";
import type { EarnedKind } from "./api/policy-rules.ts";
import { LINE_CHARS, lineOf } from "./evidence-breadth.ts";
import type { Described } from "./describe.ts";
import { looksDangerous } from "./lints.ts";
import type { ApprovalDeps } from "./ports.ts";
import { decisionOf } from "./rows.ts";
import { ifWonBy, wonBy } from "./store.ts";
import type { ApprovalRow, ProposeInput } from "./types.ts";

/**
 * The rule under which a sample of calls is still put before people although an earned rule would allow
 * them. Persisted.
 */
export const SAMPLE_RULE = "sample.asked";

/** Rules whose calls can earn an exception. */
const EARNABLE: ReadonlySet<string> = new Set([
  "external.default",
  "external.asked",
  "external.proposes",
  SAMPLE_RULE,
]);

const RECENT = 200;
const SAMPLES = 20;
const EXAMPLES = 5;
/** Length of a derived ID and the space after it. */
const EXAMPLE_CHARS = "approval_".length + 40 + 1;

/** The kind of recipient that a decision on a new proposal counts for; null if it doesn't count. */
export async function countsFor(
  deps: Pick<ApprovalDeps, "db" | "effects">,
  { allowed, rule, lints = [] }: Pick<ProposeInput, "allowed" | "rule" | "lints">,
  described: Described,
): Promise<EarnedKind | null> {
  if (allowed === true || !EARNABLE.has(rule)) return null;
  const shown = { effects: described.effects, lints: [...described.lints, ...lints] };
  if (looksDangerous(deps.effects, shown)) return null;
  return recipientKind(described.facts, await listColleagues(deps.db));
}

/** The ID of a tally, which is also the ID of the rule it can earn. */
export function tallyId(
  tenantId: string,
  { agent, tool, recipients }: { readonly agent: string; readonly tool: string; readonly recipients: string },
): Promise<string> {
  return derivedId("earned", tenantId, agent, tool, recipients);
}

/** The tally that a person's decision on this approval counts for; null if it doesn't count. */
export async function tallyOf(deps: Pick<ApprovalDeps, "db">, row: ApprovalRow): Promise<string | null> {
  if (row.countsFor === null || decisionOf(row)?.by.id === STEWARD.id) return null;
  return tallyId(deps.db.tenantId, { agent: row.agent, tool: row.tool, recipients: row.countsFor });
}

/** The tally of the earned rule that approved it; null if none did. */
export function earnedBy({ rule }: Pick<ApprovalRow, "rule">): string | null {
  const id = teamRuleOf(rule);
  return id?.startsWith("earned_") === true ? id : null;
}

/** Statements that count an undo against the earned rule that approved it. `undoing` is the approval just written. */
export function undoneStatements(
  { db, clock }: Pick<ApprovalDeps, "db" | "clock">,
  tally: string | null,
  undoing: { readonly id: string; readonly moveId: string },
): Statement[] {
  if (tally === null) return [];
  const table = earnedTallies;
  const now = isoTime(clock.now());
  return [
    db.update(
      table,
      {
        recent: sql`substr(${table.recent} || '0', ${-RECENT})`,
        samples: sql`substr(${table.samples} || '0', ${-SAMPLES})`,
        decided: sql`${table.decided} + 1`,
        lastAt: now,
        dueAt: now,
      },
      sql`${eq(table.id, tally)} and ${table.state} = 'in_force' and ${ifWonBy(undoing.id, undoing.moveId)}`,
    ),
  ];
}

/** The tally whose rule this approval samples; null if it is not a sample. */
export async function sampleTally(
  { db }: Pick<ApprovalDeps, "db">,
  { rule, agent, tool, countsFor: recipients }: ApprovalRow,
): Promise<string | null> {
  return rule === SAMPLE_RULE && recipients !== null
    ? tallyId(db.tenantId, { agent, tool, recipients })
    : null;
}

/**
 * Statements that record a sample no person decided, effective if `won` holds. A withdrawn or replaced one
 * counts as failed. After one that expired or went stale, every call is sampled until a person judges one.
 */
export function endedSample(
  { db, clock }: Pick<ApprovalDeps, "db" | "clock">,
  tally: string | null,
  { isFailed, won }: { readonly isFailed: boolean; readonly won: SQL },
): Statement[] {
  if (tally === null) return [];
  const table = earnedTallies;
  const samples = sql`substr(${table.samples} || ${isFailed ? "0" : "-"}, ${-SAMPLES})`;
  return [
    db.update(
      table,
      { samples, dueAt: isoTime(clock.now()) },
      sql`${eq(table.id, tally)} and ${table.state} = 'in_force' and ${won}`,
    ),
  ];
}

/** Changes to the move of an approval that no person will judge. */
export async function unjudged(
  deps: Pick<ApprovalDeps, "db" | "clock">,
  row: ApprovalRow,
): Promise<{ readonly follow: (moveId: string) => Statement[] }> {
  const tally = await sampleTally(deps, row);
  return {
    follow: (moveId) => endedSample(deps, tally, { isFailed: false, won: ifWonBy(row.id, moveId) }),
  };
}

/** Statements that count a decision, effective if the move that makes it final won. */
export function countStatements(
  deps: Pick<ApprovalDeps, "db" | "clock">,
  row: ApprovalRow,
  { tally, unchanged, moveId }: { tally: string | null; unchanged: boolean; moveId: string },
): Statement[] {
  if (tally === null || row.countsFor === null) return [];
  const { db } = deps;
  const now = isoTime(deps.clock.now());
  const mark = unchanged ? "1" : "0";
  const line = lineOf({
    isUnchanged: unchanged,
    deciderId: decisionOf(row)?.by.id ?? "",
    recipients: (row.facts?.recipients ?? []).map(({ address }) => address),
    nowMs: deps.clock.now(),
    effects: row.proposedEffects,
  });
  const fresh = {
    id: tally,
    agent: row.agent,
    tool: row.tool,
    recipients: row.countsFor,
    recent: "",
    breadth: "",
    decided: 0,
    firstAt: now,
    lastAt: now,
    examples: "",
    samples: "",
    state: "collecting" as const,
    stateAt: now,
    restsUntil: 0,
    round: 0,
  };
  const table = earnedTallies;
  const isSample = row.rule === SAMPLE_RULE;
  return [
    db.insertIf(table, fresh, approvals, wonBy(row.id, moveId)),
    db.update(
      table,
      {
        recent: sql`substr(${table.recent} || ${mark}, ${-RECENT})`,
        breadth: sql`substr(${table.breadth} || ${line}, ${-RECENT * LINE_CHARS})`,
        decided: sql`${table.decided} + 1`,
        lastAt: now,
        examples: sql`substr(${table.examples} || ${`${row.id} `}, ${-EXAMPLES * EXAMPLE_CHARS})`,
        ...(isSample ? { samples: sql`substr(${table.samples} || ${mark}, ${-SAMPLES})` } : {}),
        dueAt: now,
      },
      sql`${eq(table.id, tally)} and ${ifWonBy(row.id, moveId)}`,
    ),
  ];
}
