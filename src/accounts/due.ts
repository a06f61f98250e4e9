/**
 * Finds accounts due for a follow-up: by their stage's rule and the days since the last contact. Code only,
 * from an index.
 */
import { asc, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { DueAccount } from "./api/account-query.ts";
import type { StageRule } from "./api/account-stages.ts";
import { stageNamed, wordsOfStage } from "./stages.ts";
import type { AccountRow } from "./store.ts";
import { DAY_MS } from "../kernel/clock.ts";

/** Maximum accounts scanned per stage. */
const A_STAGE = 200;
/** Multiples of the threshold from which urgency is high, and critical. */
const HIGH = 3;
const CRITICAL = 7;
const RANK = { critical: 0, high: 1, normal: 2 } as const;

/** `daysThreshold` overrides every stage's own. */
export interface DueQuery {
  readonly stage?: string | undefined;
  readonly daysThreshold?: number | undefined;
  readonly limit: number;
}

/** Due accounts, most urgent first, and their total number in the scanned stages. */
export async function dueAccounts(
  db: TenantDb,
  rules: readonly StageRule[],
  { stage, daysThreshold, limit }: DueQuery,
  nowMs: number,
): Promise<{ readonly accounts: DueAccount[]; readonly total: number }> {
  const asked = stage === undefined ? rules : [stageNamed(rules, stage)].flatMap((rule) => rule ?? []);
  const followed = asked.filter(({ days }) => days !== null);
  const found = await Promise.all(
    followed.map(async (rule) => {
      const days = daysThreshold ?? rule.days ?? 0;
      const rows = await silentSince(db, wordsOfStage(rule), new Date(nowMs - days * DAY_MS).toISOString());
      return rows.map((row) => dueAccount(row, { ...rule, days }, nowMs));
    }),
  );
  const all = found.flat().toSorted(byUrgency);
  return { accounts: all.slice(0, limit), total: all.length };
}

/** Why an account is or isn't due, from its row. Pure. */
export function dueAccount(row: AccountRow, rule: StageRule, nowMs: number): DueAccount {
  const { id, name, nextSteps, pendingActions } = row;
  const stage = rule.stage === "" ? row.stage : rule.stage;
  const days = daysSince(row, nowMs);
  const urgency = urgencyOf(days, rule.days);
  const silence =
    row.lastContactAt === null
      ? `No contact is on record since the account was made ${inDays(days)} ago`
      : `The last contact was ${inDays(days)} ago`;
  const after =
    rule.days === null ? "isn't followed up by rule" : `is followed up after ${inDays(rule.days)}`;
  const open = nextSteps[0] === undefined ? "" : ` Next step: ${nextSteps[0]}.`;
  return {
    account_id: id,
    account_name: name,
    stage,
    days_since_contact: days,
    urgency,
    recommended_channel: channelFor(row, rule),
    next_steps: [...nextSteps],
    pending_actions: [...pendingActions],
    why: `${silence}; ${stage || "an account without a stage"} ${after}.${open}`,
  };
}

/** The stage's preferred channel for which the account has contact data. */
function channelFor(
  { primaryEmail, primaryPhone }: AccountRow,
  { channels }: StageRule,
): DueAccount["recommended_channel"] {
  const open = channels.filter((channel) =>
    channel === "email" ? primaryEmail !== "" : primaryPhone !== "",
  );
  return open[0] ?? channels[0] ?? (primaryEmail === "" && primaryPhone !== "" ? "call_script" : "email");
}

/** Whole days since the last contact, or since the account was created if there was none. */
function daysSince(
  { lastContactAt, createdAt }: Pick<AccountRow, "lastContactAt" | "createdAt">,
  nowMs: number,
): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(lastContactAt ?? createdAt)) / DAY_MS));
}

function urgencyOf(days: number, threshold: number | null): DueAccount["urgency"] {
  const times = days / Math.max(1, threshold ?? Number.MAX_SAFE_INTEGER);
  return times >= CRITICAL ? "critical" : times >= HIGH ? "high" : "normal";
}

function byUrgency(one: DueAccount, other: DueAccount): number {
  return RANK[one.urgency] - RANK[other.urgency] || other.days_since_contact - one.days_since_contact;
}

function inDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** Accounts of a stage without contact for longest; without any contact, the creation time counts. */
async function silentSince(db: TenantDb, stages: readonly string[], until: string): Promise<AccountRow[]> {
  const of = (silent: SQL): SQL =>
    sql`${inArray(accounts.stage, [...stages])} and ${silent} and ${isNull(accounts.deletedAt)}`;
  const [silent, never] = await Promise.all([
    db
      .rows(accounts, of(sql`${accounts.lastContactAt} <= ${until}`))
      .orderBy(asc(accounts.lastContactAt))
      .limit(A_STAGE),
    db
      .rows(accounts, of(sql`${accounts.lastContactAt} is null and ${accounts.createdAt} <= ${until}`))
      .limit(A_STAGE),
  ]);
  return [...silent, ...never];
}
