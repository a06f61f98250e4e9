/** Project agents for pages: their runs, their state in a project, and people's decisions. */
import * as z from "zod";
import {
  idSchema,
  jsonSchema,
  okSchema,
  pageOf,
  pageQuerySchema,
  timeSchema,
} from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import {
  projectAgentContextSchema,
  projectAgentEditSchema,
  projectAgentEverySchema,
  projectAgentInputSchema,
  projectAgentNameSchema,
} from "./project-agents.ts";

/** A run of an agent: input, outcome, cost and decision. */
export const projectAgentRunSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  agent: projectAgentNameSchema,
  status: z.enum(["queued", "running", "done", "failed"]),
  trigger: z.enum(["request", "schedule", "event"]),
  requestedBy: z.string().nullable(),
  input: projectAgentInputSchema,
  /** `shadow_logged`: only logged; `proposed`: awaits a decision; `executed`: done; null while unfinished. */
  disposition: z.enum(["shadow_logged", "proposed", "executed"]).nullable(),
  algorithm: z.enum(["ai", "rules"]).nullable(),
  /** By the agent’s schema in this file. */
  output: jsonSchema.nullable(),
  context: projectAgentContextSchema.nullable(),
  problem: z.string().nullable(),
  decision: z
    .object({
      accepted: z.boolean(),
      by: z.string(),
      at: timeSchema,
      made: z.array(z.string()),
      /** The version of the document it wrote; null if none. */
      version: z.number().int().nullable(),
    })
    .nullable(),
  /** Comparison with what people did afterwards; null if there is nothing to compare yet. */
  beside: z.object({ agreed: z.number().int(), of: z.number().int(), words: z.string() }).nullable(),
  /** Null if no model was asked. */
  cost: z.object({ usd: z.number(), model: z.string(), tokens: z.number().int() }).nullable(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type ProjectAgentRun = z.infer<typeof projectAgentRunSchema>;

/** An agent's state in a project. */
export const projectAgentSchema = z.object({
  name: projectAgentNameSchema,
  title: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  mode: z.enum(["shadow", "propose", "execute"]),
  /** Why it is in shadow mode, if the team did not choose that. */
  modeWhy: z.string().nullable(),
  every: projectAgentEverySchema.nullable(),
  /** Next scheduled run. */
  nextAt: timeSchema.nullable(),
  last: projectAgentRunSchema.nullable(),
});
export type ProjectAgent = z.infer<typeof projectAgentSchema>;

const modeSchema = projectAgentSchema.shape.mode;
const countSchema = z.number().int();

/** An agent's track record over all projects: at most its newest 200 runs within 90 days. */
export const scorecardSchema = z.object({
  agent: projectAgentNameSchema,
  title: z.string(),
  enabled: z.boolean(),
  mode: modeSchema,
  modeWhy: z.string().nullable(),
  /** The next more autonomous mode, and the next less autonomous one; null if there is none. */
  up: modeSchema.nullable(),
  down: modeSchema.nullable(),
  runs: z.object({ shadow: countSchema, propose: countSchema, execute: countSchema, failed: countSchema }),
  /** Decisions by people on runs in the current mode, and comparisons with what people did. */
  decided: z.object({ accepted: countSchema, dismissed: countSchema }),
  compared: z.object({ agreed: countSchema, of: countSchema }),
  /** Runs in this mode that were right, out of those decided or compared. */
  good: countSchema,
  judged: countSchema,
  /** Lower bound (95%) of the share that is right, and the share required for the next mode; 0 to 1. */
  bound: z.number(),
  line: z.number().nullable(),
  /** Days since the first of these runs in this mode. */
  days: countSchema,
  verdict: z.object({
    kind: z.enum(["earned", "undecided", "early", "otherwise", "failing", "top"]),
    words: z.string(),
  }),
});
export type Scorecard = z.infer<typeof scorecardSchema>;

/** What a member should do next, in order; `reasons` are short sentences. */
export const nextUpSchema = z.object({
  at: timeSchema,
  items: z.array(
    z.object({ id: idSchema, title: z.string(), projectName: z.string(), reasons: z.array(z.string()) }),
  ),
});
export type NextUp = z.infer<typeof nextUpSchema>;

/** Endpoints of the agents in a project. `:agent` is one of `PROJECT_AGENT_NAMES`. */
export const projectAgentsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/projects/:id/agents",
    output: z.object({ items: z.array(projectAgentSchema) }),
  }),
  /** All agents that run on a schedule. */
  scorecards: endpoint({
    method: "GET",
    path: "/api/agent-scorecards",
    output: z.object({ items: z.array(scorecardSchema) }),
  }),
  scorecard: endpoint({ method: "GET", path: "/api/agent-scorecards/:agent", output: scorecardSchema }),
  /** Computed immediately by rules; for the caller by default. */
  nextUp: endpoint({
    method: "GET",
    path: "/api/my-work/next",
    query: z.object({ userId: idSchema.optional() }),
    output: nextUpSchema,
  }),
  /** Newest first. */
  runs: endpoint({
    method: "GET",
    path: "/api/projects/:id/agents/:agent/runs",
    query: pageQuerySchema,
    output: pageOf(projectAgentRunSchema),
  }),
  /** Starts a run, which continues in the background. Idempotent by `id`, chosen by the client. */
  start: endpoint({
    method: "POST",
    path: "/api/projects/:id/agents/:agent/runs",
    body: z.strictObject({ id: idSchema, input: projectAgentInputSchema }),
    output: projectAgentRunSchema,
    status: 202,
  }),
  run: endpoint({ method: "GET", path: "/api/project-agent-runs/:id", output: projectAgentRunSchema }),
  /** Accepting performs what was proposed, with `edit` as a person changed it. 409 `already_decided`. */
  decide: endpoint({
    method: "POST",
    path: "/api/project-agent-runs/:id/decision",
    body: z.strictObject({ accepted: z.boolean(), edit: projectAgentEditSchema.optional() }),
    output: projectAgentRunSchema,
  }),
  /** Null: only on request. */
  schedule: endpoint({
    method: "PUT",
    path: "/api/projects/:id/agents/:agent/schedule",
    body: z.strictObject({ every: projectAgentEverySchema.nullable() }),
    output: okSchema,
  }),
} as const;
