/** The agent performance page. */
import { gte } from "drizzle-orm";
import { agentDays } from "../tables/metrics.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { AgentFigures } from "../api/metrics.ts";
import { usdOf } from "../../agent/usage/index.ts";
import { NOTHING, percentile, plus, shareOf, type Counts } from "./figures.ts";

/** More rows than all agents have in a month. */
const MOST = 2_000;

/** Each agent's metrics since a date in the team's time zone, busiest first. */
export async function agentFigures(
  db: TenantDb,
  since: string,
  titleOf: (agent: string) => string,
): Promise<AgentFigures[]> {
  const rows = await db.rows(agentDays, gte(agentDays.day, since)).limit(MOST);
  return [...Map.groupBy(rows, ({ agent }) => agent)]
    .map(([agent, days]) => figuresOf(agent, titleOf(agent), days.reduce<Counts>(plus, NOTHING)))
    .toSorted((one, other) => other.runs - one.runs || one.title.localeCompare(other.title));
}

function figuresOf(agent: string, title: string, counts: Counts): AgentFigures {
  const { runs, failed, modelCalls, toolCalls, denied, tokens, latencies, unchanged, edited, rejected } =
    counts;
  const costUsd = usdOf(counts.costMicroUsd);
  return {
    agent,
    title,
    runs,
    failed,
    latencyMs: {
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
    },
    tokens,
    costUsd,
    costPerRunUsd: shareOf(costUsd, runs),
    modelCallsPerRun: shareOf(modelCalls, runs),
    toolCalls,
    denied,
    confidence: shareOf(counts.confidence, counts.sure),
    reviewed: counts.reviewed,
    accepted: counts.accepted,
    drafts: { unchanged, edited, rejected },
  };
}
