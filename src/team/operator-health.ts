/** Health of the whole deployment, for operators: how often agents fail, and how chats go. Counts only. */
import { gte, inArray, isNotNull, sql } from "drizzle-orm";
import { conversations, runs as runRows } from "../agent/tables/conversations.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import type { SystemDb } from "../platform/db/index.ts";
import type { OperatorHealth } from "./api/operator.ts";
import { agentDays } from "./tables/metrics.ts";

/** Chats last written to within this time. */
const CHATS_MS = 60 * DAY_MS;

export async function deploymentHealth(
  system: Pick<SystemDb, "totals">,
  nowMs: number,
): Promise<OperatorHealth> {
  // Days are in the zones of the teams: with a neighbor on each side, none of them is missing.
  const days = [-DAY_MS, 0, DAY_MS].map((shift) => isoTime(nowMs + shift).slice(0, 10));
  const since = isoTime(nowMs - 2 * DAY_MS);
  const isActive = gte(conversations.lastMessageAt, since);
  const inState = (state: string) =>
    sql<number>`sum(case when ${conversations.sessionState} = ${state} then 1 else 0 end)`;
  const [agents, chats] = await Promise.all([
    system.totals(
      agentDays,
      {
        runs: sql<number>`sum(${agentDays.runs})`,
        failed: sql<number>`sum(${agentDays.failed})`,
      },
      inArray(agentDays.day, days),
    ),
    system.totals(
      conversations,
      {
        open: inState("open"),
        closed: inState("completed"),
        expired: inState("expired"),
        active: sql<number>`sum(${isActive})`,
        turns: sql<number>`sum(case when ${isActive} then (select count(*) from ${runRows} where ${runRows.tenantId} = ${conversations.tenantId} and ${runRows.conversationId} = ${conversations.id} and ${runRows.agent} = ${conversations.agent} and ${runRows.startedAt} >= ${since}) else 0 end)`,
      },
      sql`${isNotNull(conversations.sessionState)} and ${gte(conversations.lastMessageAt, isoTime(nowMs - CHATS_MS))}`,
    ),
  ]);
  const { runs = 0, failed = 0 } = agents;
  const { open = 0, closed = 0, expired = 0, active = 0, turns = 0 } = chats;
  return {
    runs,
    failed,
    errorRate: runs === 0 ? null : failed / runs,
    sessions: { active, open, closed, expired, turnsEach: active === 0 ? null : turns / active },
  };
}
