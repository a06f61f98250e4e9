/**
 * Costs of the team's matters: leads, maintenance, accounts. Measured together with the agents' days, from
 * the same runs.
 */
import { and, gte, isNull, lt, sql } from "drizzle-orm";
import { accounts } from "../../accounts/tables/accounts.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { conversations } from "../../agent/tables/conversations.ts";
import { matterDays } from "../tables/metrics.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import type { runs } from "../../agent/tables/conversations.ts";
import { msOf } from "../../kernel/clock.ts";
import type { MatterFigures, MatterKind } from "../api/metrics.ts";
import { usdOf } from "../../agent/usage/index.ts";
import { shareOf } from "./figures.ts";
import { dayOf } from "../../kernel/calendar.ts";

type Run = Pick<typeof runs.$inferSelect, "conversationId" | "agent" | "day" | "costMicroUsd">;
type MatterDay = Omit<typeof matterDays.$inferSelect, "tenantId">;

/** Agents that only work on accounts. Persisted with runs. */
const ACCOUNT_AGENTS = new Set([
  "accounts",
  "starter",
  "search_agent",
  "updater_agent",
  "followup_agent",
  "account-filer",
]);
/** The tool that files a maintenance matter. Persisted with approvals. */
const FILES_MATTER = "create_service_issue";
/** Conversations per query. */
const CHUNK = 500;
const MOST_ACCOUNTS = 5_000;
/** Two months of all kinds. */
const MOST = 200;

/** Rows for these days, from the runs that ended on them. */
export async function matterRows(
  db: TenantDb,
  ran: readonly Run[],
  { days, timeZone }: { readonly days: readonly string[]; readonly timeZone: string },
): Promise<Statement[]> {
  const ids = [...new Set(ran.map(({ conversationId }) => conversationId))];
  const begun = { lead: new Map<string, string>(), maintenance: new Map<string, string>() };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const [leads, filed] = await Promise.all([leadsAmong(db, chunk), filedAmong(db, chunk)]);
    for (const { id, at: since } of leads) begun.lead.set(id, dayOf(msOf(since), timeZone));
    for (const { id, at: since } of filed) begun.maintenance.set(id, dayOf(msOf(since), timeZone));
  }
  const ofAccounts = ran.filter(({ agent }) => ACCOUNT_AGENTS.has(agent));
  const held = ofAccounts.length === 0 ? 0 : await accountsHeld(db);
  return days.flatMap((day) => {
    const costOf = (some: readonly Run[]): number =>
      some.reduce((sum, run) => sum + (run.day === day ? run.costMicroUsd : 0), 0);
    const found: MatterDay[] = [
      ...(["lead", "maintenance"] as const).map((kind) => ({
        kind,
        day,
        matters: [...begun[kind].values()].filter((since) => since === day).length,
        costMicroUsd: costOf(ran.filter(({ conversationId }) => begun[kind].has(conversationId))),
      })),
      { kind: "account", day, matters: held, costMicroUsd: costOf(ofAccounts) },
    ];
    return found.filter(({ costMicroUsd }) => costMicroUsd > 0).map((row) => dayRow(db, row));
  });
}

const among = (column: unknown, ids: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;

/** A lead is the thread started by its first e-mail. */
async function leadsAmong(db: TenantDb, ids: readonly string[]): Promise<{ id: string; at: string }[]> {
  const isLead = sql`json_extract(${conversations.trigger}, '$.check') = 'leads'`;
  return db.pick(
    { id: conversations.id, at: conversations.createdAt },
    conversations,
    and(among(conversations.id, ids), isLead),
  );
}

/** A maintenance matter is a conversation from which an issue was filed, from the first one on. */
async function filedAmong(db: TenantDb, ids: readonly string[]): Promise<{ id: string; at: string }[]> {
  const filed = sql`${approvals.tool} = ${FILES_MATTER} and ${approvals.status} = 'done'`;
  const all = await db.pick(
    { id: approvals.conversationId, at: approvals.createdAt },
    approvals,
    and(among(approvals.conversationId, ids), filed),
  );
  return all.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Number of accounts, counted as far as pricing needs it. */
async function accountsHeld(db: TenantDb): Promise<number> {
  const held = await db
    .pick({ number: accounts.number }, accounts, isNull(accounts.deletedAt))
    .limit(MOST_ACCOUNTS);
  return held.length;
}

function dayRow(db: TenantDb, row: MatterDay): Statement {
  const { matters, costMicroUsd } = row;
  return db.insert(matterDays, row).onConflictDoUpdate({
    target: [matterDays.tenantId, matterDays.day, matterDays.kind],
    set: { matters, costMicroUsd } as never,
  });
}

/** Deletes days before a date. */
export function forgottenMatters(db: TenantDb, before: string): Statement {
  return db.remove(matterDays, lt(matterDays.day, before));
}

/** Cost of each kind since a date in the team's time zone; kinds without cost are omitted. */
export async function matterFigures(db: TenantDb, since: string): Promise<MatterFigures[]> {
  const rows = await db.rows(matterDays, gte(matterDays.day, since)).limit(MOST);
  return KINDS.flatMap((kind) => {
    const days = rows
      .filter((row) => row.kind === kind)
      .toSorted((one, other) => one.day.localeCompare(other.day));
    const costUsd = usdOf(days.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0));
    const matters =
      kind === "account"
        ? (days.at(-1)?.matters ?? 0)
        : days.reduce((sum, { matters: some }) => sum + some, 0);
    return days.length === 0 ? [] : [{ kind, matters, costUsd, costPerMatterUsd: shareOf(costUsd, matters) }];
  });
}

const KINDS: readonly MatterKind[] = ["lead", "maintenance", "account"];
