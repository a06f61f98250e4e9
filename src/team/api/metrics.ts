/** Wire contract of agent performance. Shares are from 0 to 1, and null if nothing was counted. */
import * as z from "zod";
import { endpoint } from "../../platform/api/endpoint.ts";

const count = z.number().int();
const share = z.number().nullable();

export const agentFiguresSchema = z.object({
  agent: z.string(),
  title: z.string(),
  /** Finished runs. */
  runs: count,
  failed: count,
  /** Latency percentiles of runs, accurate to 5%. */
  latencyMs: z.object({ p50: count.nullable(), p95: count.nullable(), p99: count.nullable() }),
  tokens: count,
  costUsd: z.number(),
  costPerRunUsd: z.number().nullable(),
  modelCallsPerRun: z.number().nullable(),
  toolCalls: count,
  /** Calls refused by the policy. */
  denied: count,
  /** Average confidence. */
  confidence: share,
  /** Reviewed runs, and those found right. */
  reviewed: count,
  accepted: count,
  /** People's decisions on its drafts. */
  drafts: z.object({ unchanged: count, edited: count, rejected: count }),
});
export type AgentFigures = z.infer<typeof agentFiguresSchema>;

/**
 * Cost of work by kind of matter. A lead is an e-mail thread started by the leads check, a maintenance matter
 * a conversation from which an issue was filed.
 */
export const matterFiguresSchema = z.object({
  kind: z.enum(["lead", "maintenance", "account"]),
  /** Those that started in the period; for accounts, the current number. */
  matters: count,
  costUsd: z.number(),
  costPerMatterUsd: z.number().nullable(),
});
export type MatterFigures = z.infer<typeof matterFiguresSchema>;
export type MatterKind = MatterFigures["kind"];

/** Periods in days, including today. */
export const FIGURE_DAYS = [1, 7, 30] as const;

export const metricsEndpoints = {
  /** Busiest agent first. Updated hourly. */
  figures: endpoint({
    method: "GET",
    path: "/api/agents/figures",
    query: z.object({ days: z.enum(FIGURE_DAYS.map(String) as ["1", "7", "30"]).default("7") }),
    output: z.object({
      since: z.string(),
      items: z.array(agentFiguresSchema),
      matters: z.array(matterFiguresSchema),
    }),
  }),
} as const;
