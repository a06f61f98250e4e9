/**
 * Measures agent performance hourly: recomputes today and yesterday from runs, and notifies admins of alarms.
 */
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { agentDays } from "../tables/metrics.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { audit, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { runs } from "../../agent/tables/conversations.ts";
import { type Clock, DAY_MS, HOUR_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { alarmsOf, type Alarm } from "./alarms.ts";
import { forgottenMatters, matterRows } from "./matters.ts";
import { bucketOf, NOTHING, plus, type AgentDay, type Counts } from "./figures.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Runs read at once. */
const PAGE = 1_000;
/** Days of metrics kept, and days considered for review results. */
const KEPT_DAYS = 400;
const JUDGED_DAYS = 30;

interface MetricsDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly timeZone: string;
  /** An agent's title, and maximum model calls per run; null if it no longer exists. */
  readonly agent: (name: string) => Promise<{ readonly title: string; readonly maxCalls: number } | null>;
  /** Notifies admins. Idempotent by `once`. */
  readonly tellAdmins: (news: Alarm & { readonly once: string }) => Promise<void>;
}

/** A counted event of an agent. */
interface Counted {
  readonly agent: string;
  readonly atMs: number;
  readonly counts: Counts;
}

type Run = typeof runs.$inferSelect;

/** Idempotent. Returns the number of agents that worked. */
export async function measureAgents(deps: MetricsDeps): Promise<number> {
  const nowMs = deps.clock.now();
  const days = [nowMs - DAY_MS, nowMs].map((ms) => dayOf(ms, deps.timeZone));
  const ran = await finishedRuns(deps.db, days);
  const counted = [
    ...ran.map(countedRun),
    ...(await decided(deps.db, nowMs)),
    ...(await refused(deps.db, nowMs)),
  ];
  const byAgent = Map.groupBy(counted, ({ agent }) => agent);
  const written = [...byAgent].flatMap(([agent, all]) =>
    days.flatMap((day) => {
      const ofDay = all.filter(({ atMs }) => dayOf(atMs, deps.timeZone) === day);
      return ofDay.length === 0 ? [] : [dayRow(deps.db, { agent, day, ...sum(ofDay) })];
    }),
  );
  const matters = await matterRows(deps.db, ran, { days, timeZone: deps.timeZone });
  const kept = dayOf(nowMs - KEPT_DAYS * DAY_MS, deps.timeZone);
  await deps.db.batch([...written, ...matters, forgotten(deps.db, kept), forgottenMatters(deps.db, kept)]);
  for (const [agent, all] of byAgent) await watch(deps, agent, all);
  return byAgent.size;
}

/**
 * Yesterday is complete only once its last runs have ended, so runs that started then and ended today are
 * measured again.
 */
async function finishedRuns(db: TenantDb, days: readonly string[]): Promise<Run[]> {
  const found: Run[] = [];
  for (let after = ""; ;) {
    const page = await db
      .rows(runs, and(inArray(runs.day, [...days]), isNotNull(runs.finishedAt), gt(runs.id, after)))
      .orderBy(asc(runs.id))
      .limit(PAGE);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.id;
  }
}

function countedRun(run: Run): Counted {
  const ms = msOf(run.finishedAt ?? run.startedAt) - msOf(run.startedAt);
  return {
    agent: run.agent,
    atMs: msOf(run.startedAt),
    counts: {
      ...NOTHING,
      runs: 1,
      failed: run.status === "failed" ? 1 : 0,
      modelCalls: run.modelCalls,
      toolCalls: run.toolCalls,
      tokens: run.inputTokens + run.outputTokens + run.cacheReadTokens + run.cacheWriteTokens,
      costMicroUsd: run.costMicroUsd,
      latencies: { [bucketOf(ms)]: 1 },
      sure: run.confidence === null ? 0 : 1,
      confidence: run.confidence ?? 0,
      reviewed: run.accepted === null ? 0 : 1,
      accepted: run.accepted === true ? 1 : 0,
    },
  };
}

/** People's decisions on drafts of the last two days. */
async function decided(db: TenantDb, nowMs: number): Promise<Counted[]> {
  const since = isoTime(nowMs - 2 * DAY_MS);
  const over = sql`${approvals.status} not in ('pending', 'approved', 'executing')`;
  const rows = await db
    .pick(
      {
        agent: approvals.agent,
        at: approvals.decidedAt,
        decision: approvals.decision,
        edited: approvals.edited,
      },
      approvals,
      and(
        gte(approvals.updatedAt, since),
        gte(approvals.decidedAt, since),
        isNotNull(approvals.decision),
        over,
      ),
    )
    .limit(PAGE);
  return rows.map(({ agent, at, decision, edited }) => ({
    agent,
    atMs: msOf(at ?? since),
    counts: { ...NOTHING, [outcomeOf(decision, edited)]: 1 },
  }));
}

function outcomeOf(
  decision: "approve" | "reject" | null,
  edited: boolean,
): "unchanged" | "edited" | "rejected" {
  if (decision === "reject") return "rejected";
  return edited ? "edited" : "unchanged";
}

/** Calls refused by the team's policy in the last two days. */
async function refused(db: TenantDb, nowMs: number): Promise<Counted[]> {
  const rows = await db
    .pick(
      { agent: audit.actorId, at: audit.at },
      audit,
      and(
        eq(audit.area, "tool"),
        gte(audit.at, isoTime(nowMs - 2 * DAY_MS)),
        eq(audit.action, "tool.denied"),
      ),
    )
    .limit(PAGE);
  return rows.map(({ agent, at }) => ({ agent, atMs: msOf(at), counts: { ...NOTHING, denied: 1 } }));
}

function sum(counted: readonly Counted[]): Counts {
  return counted.reduce((total, { counts }) => plus(total, counts), NOTHING);
}

function dayRow(db: TenantDb, { agent, day, ...counts }: AgentDay): Statement {
  return db.insert(agentDays, { agent, day, ...counts }).onConflictDoUpdate({
    target: [agentDays.tenantId, agentDays.day, agentDays.agent],
    set: counts as never,
  });
}

function forgotten(db: TenantDb, before: string): Statement {
  return db.remove(agentDays, lt(agentDays.day, before));
}

async function watch(deps: MetricsDeps, name: string, counted: readonly Counted[]): Promise<void> {
  const agent = await deps.agent(name);
  if (agent === null) return;
  const nowMs = deps.clock.now();
  const since = (ms: number): Counts => sum(counted.filter(({ atMs }) => atMs >= nowMs - ms));
  const judged = dayOf(nowMs - JUDGED_DAYS * DAY_MS, deps.timeZone);
  const month = await deps.db
    .rows(agentDays, and(eq(agentDays.agent, name), gte(agentDays.day, judged)))
    .limit(JUDGED_DAYS + 2);
  const watched = { hour: since(HOUR_MS), day: since(DAY_MS), month: month.reduce<Counts>(plus, NOTHING) };
  for (const alarm of alarmsOf({ agent: name, ...agent, ...watched }))
    await deps.tellAdmins({ ...alarm, once: `${name}:${alarm.rule}:${dayOf(nowMs, deps.timeZone)}` });
}
