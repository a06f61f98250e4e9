/** Arithmetic of agent metrics. Pure. */
import type { agentDays } from "../tables/metrics.ts";

/** A day's row without the tenant. */
export type AgentDay = Omit<typeof agentDays.$inferSelect, "tenantId">;
/** An agent's counts over a period. */
export type Counts = Omit<AgentDay, "agent" | "day">;

/** Each bucket is 10% wider than the previous one, so that latencies are accurate to 5%. */
const GROWTH = Math.log(1.1);

export const NOTHING: Counts = {
  runs: 0,
  failed: 0,
  modelCalls: 0,
  toolCalls: 0,
  denied: 0,
  tokens: 0,
  costMicroUsd: 0,
  latencies: {},
  sure: 0,
  confidence: 0,
  reviewed: 0,
  accepted: 0,
  unchanged: 0,
  edited: 0,
  rejected: 0,
};

/** The bucket of a latency in ms. */
export function bucketOf(ms: number): number {
  return Math.round(Math.log(Math.max(1, ms)) / GROWTH);
}

/** The sum of both. */
export function plus(one: Counts, other: Counts): Counts {
  const { latencies, ...counts } = one;
  const added = Object.entries(counts).map(([name, count]) => [
    name,
    count + other[name as keyof typeof counts],
  ]);
  const buckets = { ...latencies };
  for (const [bucket, count] of Object.entries(other.latencies))
    buckets[bucket] = (buckets[bucket] ?? 0) + count;
  return { ...(Object.fromEntries(added) as typeof counts), latencies: buckets };
}

/** The latency in ms within which this share of runs finished; null if there were none. */
export function percentile(latencies: Counts["latencies"], share: number): number | null {
  const buckets = Object.entries(latencies)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([one], [other]) => one - other);
  const all = buckets.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    if (seen >= all * share) return Math.round(Math.exp(bucket * GROWTH));
  }
  return null;
}

/** A share from 0 to 1; null if the whole is zero. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
