/** Agent performance, on the wire. Shares are from 0 to 1, and null where nothing was counted. */
import * as z from "zod";
import { endpoint } from "../../platform/api/endpoint.ts";

const count = z.number().int();
const share = z.number().nullable();

export const agentFiguresSchema = z.object({
  agent: z.string(),
  title: z.string(),
  /** Runs that are over. */
  runs: count,
  failed: count,
  /** How long half of the runs took at most, 95 of 100, 99 of 100; right to 5 %. */
  latencyMs: z.object({ p50: count.nullable(), p95: count.nullable(), p99: count.nullable() }),
  tokens: count,
  costUsd: z.number(),
  costPerRunUsd: z.number().nullable(),
  modelCallsPerRun: z.number().nullable(),
  toolCalls: count,
  /** Calls that the policy refused. */
  denied: count,
  /** How sure it said it was, on average. */
  confidence: share,
  /** Runs that a person looked at, and those found right. */
  reviewed: count,
  accepted: count,
  /** What people decided on its drafts. */
  drafts: z.object({ unchanged: count, edited: count, rejected: count }),
});
export type AgentFigures = z.infer<typeof agentFiguresSchema>;

/** What work costs by what it is about. A lead is an e-mail thread that the leads' check began, a maintenance matter a conversation that an issue was filed from. */
export const matterFiguresSchema = z.object({
  kind: z.enum(["lead", "maintenance", "account"]),
  /** Those that began in the time; of accounts, those that there are. */
  matters: count,
  costUsd: z.number(),
  costPerMatterUsd: z.number().nullable(),
});
export type MatterFigures = z.infer<typeof matterFiguresSchema>;
export type MatterKind = MatterFigures["kind"];

/** Days that are looked back on, today among them. */
export const FIGURE_DAYS = [1, 7, 30] as const;

export const metricsEndpoints = {
  /** The busiest agent first. Measured by the hour. */
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
