/** Recorded runs and their steps, for people: what an agent did, how long it took and what it cost. */
import { and, asc, desc, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type * as z from "zod";
import { runs, runSteps, type TenantDb } from "../db/index.ts";
import type { runSchema, runTraceSchema } from "../protocol/run.ts";
import { usdOf } from "../usage/index.ts";

/** Steps shown of one run with its sub-runs: more than its limits allow it to make. */
const STEPS_SHOWN = 2000;
/** Sub-runs shown of one run. */
const SUB_RUNS_SHOWN = 60;

/** A run as it is on record; its agent's title is known elsewhere. */
export type Run = Omit<z.infer<typeof runSchema>, "agentTitle">;

type Step = Omit<z.infer<typeof runTraceSchema>["steps"][number], "title">;

/** A run with its steps; what they are called, and what it used, changed and asked for, is known elsewhere. */
export type RunTrace = Run & {
  readonly steps: Step[];
  readonly subRuns: (Run & { readonly steps: Step[] })[];
};

/** Runs that no other run started, newest first, without the questions whether a message can wait. `before` is the sort key of the last one seen. */
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
    isNull(runs.parentRunId),
    // One for each text and e-mail that comes in: they would bury all others.
    ne(runs.trigger, "urgency"),
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

/** One run with its steps and sub-runs in order; null where the tenant has none with this id. */
export async function findRunTrace(db: TenantDb, id: string): Promise<RunTrace | null> {
  const [row, started] = await Promise.all([
    db.find(runs, eq(runs.id, id)),
    db.rows(runs, eq(runs.parentRunId, id)).orderBy(asc(runs.startedAt), asc(runs.id)).limit(SUB_RUNS_SHOWN),
  ]);
  if (row === null) return null;
  const ids = [row.id, ...started.map((run) => run.id)];
  const steps = await db
    .rows(runSteps, inArray(runSteps.runId, ids))
    .orderBy(runSteps.runId, runSteps.position)
    .limit(STEPS_SHOWN);
  const stepsOf = (runId: string) =>
    steps
      .filter((step) => step.runId === runId)
      .map(({ id: stepId, kind, name, at, durationMs, status, detail }) => ({
        id: stepId,
        kind,
        name,
        at,
        durationMs,
        status,
        detail,
      }));
  return {
    ...runOf(row),
    steps: stepsOf(row.id),
    subRuns: started.map((run) => ({ ...runOf(run), steps: stepsOf(run.id) })),
  };
}

/** A recorded run. */
export function runOf(row: typeof runs.$inferSelect): Run {
  const { accepted, reviewedByName, reviewedAt } = row;
  return {
    id: row.id,
    parentRunId: row.parentRunId,
    conversationId: row.conversationId,
    agent: row.agent,
    model: row.model,
    mode: row.mode,
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
    fallbacks: row.fallbacks,
    output: (row.output ?? null) as Run["output"],
    confidence: row.confidence,
    review:
      accepted === null || reviewedAt === null
        ? null
        : { accepted, by: reviewedByName ?? "", at: reviewedAt },
    disposition: row.disposition,
    preview: row.preview,
    outcome: row.outcome,
  };
}
