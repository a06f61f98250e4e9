/** What the agents of projects do, as pages see it: their work, how they stand in a project, and how people decide. */
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
  projectAgentEverySchema,
  projectAgentInputSchema,
  projectAgentNameSchema,
} from "./project-agents.ts";

/** A piece of work of an agent’s: what it was asked, what it came to, what it cost, what people made of it. */
export const projectAgentRunSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  agent: projectAgentNameSchema,
  status: z.enum(["queued", "running", "done", "failed"]),
  trigger: z.enum(["request", "schedule", "event"]),
  requestedBy: z.string().nullable(),
  input: projectAgentInputSchema,
  /** `shadow_logged`: only noted; `proposed`: for a person to accept; `executed`: done; null while it isn’t over. */
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
      /** Which version of its document it wrote; null where it wrote none. */
      version: z.number().int().nullable(),
    })
    .nullable(),
  /** What people did meanwhile, beside what it said; null where there is nothing to compare yet. */
  beside: z.object({ agreed: z.number().int(), of: z.number().int(), words: z.string() }).nullable(),
  /** Null where no model was asked. */
  cost: z.object({ usd: z.number(), model: z.string(), tokens: z.number().int() }).nullable(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});
export type ProjectAgentRun = z.infer<typeof projectAgentRunSchema>;

/** An agent as it is in a project. */
export const projectAgentSchema = z.object({
  name: projectAgentNameSchema,
  title: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  mode: z.enum(["shadow", "propose", "execute"]),
  /** Why it only notes, where that isn’t the team’s own setting. */
  modeWhy: z.string().nullable(),
  every: projectAgentEverySchema.nullable(),
  /** When it works next by itself. */
  nextAt: timeSchema.nullable(),
  last: projectAgentRunSchema.nullable(),
});
export type ProjectAgent = z.infer<typeof projectAgentSchema>;

const modeSchema = projectAgentSchema.shape.mode;
const countSchema = z.number().int();

/** What an agent's record over all projects says of it: its newest 200 runs of 90 days at most. */
export const scorecardSchema = z.object({
  agent: projectAgentNameSchema,
  title: z.string(),
  enabled: z.boolean(),
  mode: modeSchema,
  modeWhy: z.string().nullable(),
  /** The next freer mode, and the next less free one; null where there is none. */
  up: modeSchema.nullable(),
  down: modeSchema.nullable(),
  runs: z.object({ shadow: countSchema, propose: countSchema, execute: countSchema, failed: countSchema }),
  /** By people, of its work in the mode it is in now; and what of it could be held against what people did. */
  decided: z.object({ accepted: countSchema, dismissed: countSchema }),
  compared: z.object({ agreed: countSchema, of: countSchema }),
  /** Runs in this mode that were right, of those that were decided or compared. */
  good: countSchema,
  judged: countSchema,
  /** The share that is surely right (95%), and the share that the next mode takes; 0 to 1. */
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

/** What a member should do next, first what to do first; `reasons` are short and in words. */
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
  /** Of every agent that works in projects by itself. */
  scorecards: endpoint({
    method: "GET",
    path: "/api/agent-scorecards",
    output: z.object({ items: z.array(scorecardSchema) }),
  }),
  scorecard: endpoint({ method: "GET", path: "/api/agent-scorecards/:agent", output: scorecardSchema }),
  /** By rules, at once; the asker's where nobody is named. */
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
  /** Starts it; its work goes on by itself. `id`: the client’s, by which a repeat starts nothing new. */
  start: endpoint({
    method: "POST",
    path: "/api/projects/:id/agents/:agent/runs",
    body: z.strictObject({ id: idSchema, input: projectAgentInputSchema }),
    output: projectAgentRunSchema,
    status: 202,
  }),
  run: endpoint({ method: "GET", path: "/api/project-agent-runs/:id", output: projectAgentRunSchema }),
  /** Accepting does what it proposed. 409 `already_decided`. */
  decide: endpoint({
    method: "POST",
    path: "/api/project-agent-runs/:id/decision",
    body: z.strictObject({ accepted: z.boolean() }),
    output: projectAgentRunSchema,
  }),
  /** Null: only when it is asked. */
  schedule: endpoint({
    method: "PUT",
    path: "/api/projects/:id/agents/:agent/schedule",
    body: z.strictObject({ every: projectAgentEverySchema.nullable() }),
    output: okSchema,
  }),
} as const;
