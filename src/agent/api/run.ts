/** Wire format of runs and their traces. Their endpoints are in `teamEndpoints`. */
import * as z from "zod";
import { approvalStatusSchema } from "../../approvals/api/approval.ts";
import { jsonSchema, timeSchema } from "../../platform/api/common.ts";
import { fileChangeSchema } from "../../platform/api/workspace-change.ts";

export const runFailureSchema = z.object({
  code: z.string(),
  sentence: z.string(),
  /** What to do next. */
  next: z.string(),
  /** The provider's ID of the failed model request; null if there is none. */
  requestId: z.string().nullable(),
});

export const runSchema = z.object({
  id: z.string(),
  /** The delegating run; null for all others. */
  parentRunId: z.string().nullable(),
  conversationId: z.string(),
  agent: z.string(),
  /** The agent's title, or its name if it no longer exists. */
  agentTitle: z.string(),
  model: z.string(),
  /** Its autonomy: only noting, proposing, or executing what rules allow; null for older runs. */
  mode: z.enum(["shadow", "propose", "execute"]).nullable(),
  trigger: z.string(),
  status: z.string(),
  stopReason: z.string().nullable(),
  /** Null if it didn't fail. */
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
  /** Calls answered by another model, because the agent's own was overloaded. */
  fallbacks: z.number(),
  /** The output of an agent with a schema; null for others. */
  output: jsonSchema.nullable(),
  /** The agent's own confidence, from 0 to 1. */
  confidence: z.number().nullable(),
  /** A person's review; null if there is none. */
  review: z.object({ accepted: z.boolean(), by: z.string(), at: timeSchema }).nullable(),
  /** The result of a background run, `no_action` or `attention`; null for others. */
  disposition: z.string().nullable(),
  /** Its subject, shortened; null if it isn't stored. */
  preview: z.string().nullable(),
  /** The agent's last text, shortened; for a silent run, why there was nothing to do. */
  outcome: z.string().nullable(),
});

const runStepSchema = z.object({
  id: z.string(),
  kind: z.enum(["model", "tool", "hook"]),
  name: z.string(),
  /** For people: the tool's action, or the name of the model or hook. */
  title: z.string(),
  at: timeSchema,
  durationMs: z.number(),
  status: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export const runTraceSchema = runSchema.extend({
  /** A link to the logs, for operators; null for everyone else, or if not configured. */
  logsUrl: z.string().nullable(),
  /** Skills it loaded or ran a script of, in order. */
  skills: z.array(z.object({ skill: z.string(), name: z.string(), etag: z.string(), at: timeSchema })),
  /** File changes in order; `path` is the current one, null if the file is gone. */
  files: z.array(
    z.object({
      path: z.string().nullable(),
      name: z.string(),
      etag: z.string(),
      change: fileChangeSchema,
      at: timeSchema,
    }),
  ),
  /** Its proposals in order. */
  approvals: z.array(z.object({ id: z.string(), title: z.string(), status: approvalStatusSchema })),
  steps: z.array(runStepSchema),
  /**
   * Bytes sent by its own and its sub-runs' look-ups, by destination, largest first; null if its steps are
   * archived.
   */
  sent: z.array(z.object({ to: z.string(), title: z.string(), sizeBytes: z.number() })).nullable(),
  /** The archive month of its steps, such as `2026-04`; null if they are not archived. */
  archivedIn: z.string().nullable(),
  /** Delegated tasks in order. */
  subRuns: z.array(runSchema.extend({ steps: z.array(runStepSchema) })),
});

/** A hook's decision around a tool call, or at the end of a run. */
export const hookDecisionSchema = z.object({
  id: z.string(),
  at: timeSchema,
  hook: z.string(),
  phase: z.enum(["before", "after", "end"]),
  decision: z.string(),
  rule: z.string().nullable(),
  /** The tool; null at the end of a run. */
  tool: z.string().nullable(),
  runId: z.string(),
  durationMs: z.number(),
  /** For the audit of a call: a digest of its arguments, and the rows a list returned. */
  inputDigest: z.string().nullable(),
  rows: z.number().int().nullable(),
});
