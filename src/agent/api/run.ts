/** Runs and their traces on the wire: what an agent did, step by step. Their endpoints are `accountEndpoints`. */
import * as z from "zod";
import { approvalStatusSchema } from "../../approvals/api/approval.ts";
import { jsonSchema, timeSchema } from "../../platform/api/common.ts";
import { fileChangeSchema } from "../../platform/api/workspace-change.ts";

/** Why a run failed, in words. */
export const runFailureSchema = z.object({
  code: z.string(),
  sentence: z.string(),
  /** What to do. */
  next: z.string(),
  /** Of the model's answer that failed, as its provider knows it; null where there was none. */
  requestId: z.string().nullable(),
});

export const runSchema = z.object({
  id: z.string(),
  /** The run that handed its task over; null for all others. */
  parentRunId: z.string().nullable(),
  conversationId: z.string(),
  agent: z.string(),
  /** The agent as people call it; its name where it is gone. */
  agentTitle: z.string(),
  model: z.string(),
  /** How free it was to act: it only noted, proposed, or did what rules allow; null for runs from before this was kept. */
  mode: z.enum(["shadow", "propose", "execute"]).nullable(),
  trigger: z.string(),
  status: z.string(),
  stopReason: z.string().nullable(),
  /** Null for one that did not fail. */
  failure: runFailureSchema.nullable(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  modelCalls: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number(),
  /** Calls that another model answered because the agent's own was overloaded. */
  fallbacks: z.number(),
  /** What an agent with an output schema answered; null for all others. */
  output: jsonSchema.nullable(),
  /** How sure the agent said it was, from 0 to 1. */
  confidence: z.number().nullable(),
  /** What a person who looked at it found; null where no one has. */
  review: z.object({ accepted: z.boolean(), by: z.string(), at: timeSchema }).nullable(),
  /** What came of a run no one asked for: `no_action`, `attention`; null for others. */
  disposition: z.string().nullable(),
  /** What it was about, cut short; null where it is not kept. */
  preview: z.string().nullable(),
  /** The agent's last words, cut short: for a silent run, why there was nothing to do. */
  outcome: z.string().nullable(),
});

const runStepSchema = z.object({
  id: z.string(),
  kind: z.enum(["model", "tool", "hook"]),
  name: z.string(),
  /** In words for people: what the tool does, or the name of the model or the hook. */
  title: z.string(),
  at: timeSchema,
  durationMs: z.number(),
  status: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

/** One run, step by step. */
export const runTraceSchema = runSchema.extend({
  /** Where the people who run the deployment read its log; null for everyone else, and where no such place is configured. */
  logsUrl: z.string().nullable(),
  /** Skills it loaded or ran a script of, in order. */
  skills: z.array(z.object({ skill: z.string(), name: z.string(), etag: z.string(), at: timeSchema })),
  /** What it did to files, in order; `path` is where each is now, null where it is gone. */
  files: z.array(
    z.object({
      path: z.string().nullable(),
      name: z.string(),
      etag: z.string(),
      change: fileChangeSchema,
      at: timeSchema,
    }),
  ),
  /** What it put before a person, in order. */
  approvals: z.array(z.object({ id: z.string(), title: z.string(), status: approvalStatusSchema })),
  steps: z.array(runStepSchema),
  /** What its look-ups and its sub-runs' carried out of the house, by destination, the most first; null where its steps are in the archive. */
  sent: z.array(z.object({ to: z.string(), title: z.string(), sizeBytes: z.number() })).nullable(),
  /** The month of the archive its steps are in: `2026-04`; null while they are here. */
  archivedIn: z.string().nullable(),
  /** Tasks it handed to other agents, in the order they began. */
  subRuns: z.array(runSchema.extend({ steps: z.array(runStepSchema) })),
});

/** A decision of a hook: around a tool call, or at the end of a run. */
export const hookDecisionSchema = z.object({
  id: z.string(),
  at: timeSchema,
  hook: z.string(),
  phase: z.enum(["before", "after", "end"]),
  decision: z.string(),
  rule: z.string().nullable(),
  /** The tool it was about; null at the end of a run. */
  tool: z.string().nullable(),
  runId: z.string(),
  durationMs: z.number(),
});
