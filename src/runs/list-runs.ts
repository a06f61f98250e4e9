/** Recorded runs and their steps, for people: what the agent did, how long it took and what it cost. */
import { and, desc, eq, lt, or } from "drizzle-orm";
import type * as z from "zod";
import { runs, runSteps, type TenantDb } from "../db/index.ts";
import type { runSchema, runTraceSchema } from "../protocol/account.ts";
import { usdOf } from "../usage/index.ts";

/** Steps shown of one run: more than its limits allow it to make. */
const STEPS_SHOWN = 2000;

/** A run with its steps; what it used, changed and asked for is known elsewhere. */
type RunTrace = Omit<z.infer<typeof runTraceSchema>, "skills" | "files" | "approvals">;

/** A run on the wire. */
export type Run = z.infer<typeof runSchema>;

/** Runs, newest first. `before` is the sort key of the last one seen. */
export async function listRuns(
  db: TenantDb,
  query: {
    readonly conversationId?: string | undefined;
    readonly before?: { readonly startedAt: string; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Run[]> {
  const { before, conversationId } = query;
  const where = and(
    conversationId === undefined ? undefined : eq(runs.conversationId, conversationId),
    before === undefined
      ? undefined
      : or(
          lt(runs.startedAt, before.startedAt),
          and(eq(runs.startedAt, before.startedAt), lt(runs.id, before.id)),
        ),
  );
  const rows = await db.rows(runs, where).orderBy(desc(runs.startedAt), desc(runs.id)).limit(query.limit);
  return rows.map(runOf);
}

/** One run with its steps in order; null where the tenant has none with this id. */
export async function findRunTrace(db: TenantDb, id: string): Promise<RunTrace | null> {
  const [row, steps] = await Promise.all([
    db.find(runs, eq(runs.id, id)),
    db.rows(runSteps, eq(runSteps.runId, id)).orderBy(runSteps.position).limit(STEPS_SHOWN),
  ]);
  if (row === null) return null;
  return {
    ...runOf(row),
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      name: step.name,
      at: step.at,
      durationMs: step.durationMs,
      status: step.status,
      detail: step.detail,
    })),
  };
}

function runOf(row: typeof runs.$inferSelect): Run {
  return {
    id: row.id,
    conversationId: row.conversationId,
    agent: row.agent,
    trigger: row.trigger,
    status: row.status,
    stopReason: row.stopReason,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    modelCalls: row.modelCalls,
    toolCalls: row.toolCalls,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cacheReadTokens: row.cacheReadTokens,
    cacheWriteTokens: row.cacheWriteTokens,
    costUsd: usdOf(row.costMicroUsd),
    disposition: row.disposition,
    preview: row.preview,
    outcome: row.outcome,
  };
}
