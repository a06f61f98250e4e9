/**
 * Records of runs and their steps in D1. Each is written as a whole by its ID, so that a repeat or a late
 * writer changes nothing.
 */
import { sql } from "drizzle-orm";
import { runs, runTraces } from "../tables/conversations.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { msOf } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import type { RunEnd, RunFigures, TraceStep } from "./types.ts";
import { dayOf } from "../../kernel/calendar.ts";

/**
 * Steps per row: more than nearly all runs have, and far below the row limit of 2 MB. Never changed,
 * because rows are found by it.
 */
const STEPS_OF_PART = 200;

/** A run's autonomy: it only noted its actions, proposed them, or executed what rules allow. */
export type RunMode = "shadow" | "propose" | "execute";

export interface RunRecord {
  readonly id: string;
  readonly parentRunId?: string | undefined;
  readonly conversationId: string;
  readonly agent: string;
  /** What started it: a source, `outcome`, `delegate`, or a job's name. */
  readonly trigger: string;
  readonly startedBy: string;
  readonly status: "queued" | "running" | "finished" | "failed";
  /** How it ended or last stopped; null if it hasn't. */
  readonly end: RunEnd | null;
  readonly figures: RunFigures;
  readonly attempts: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The time zone of its day. */
  readonly timeZone: string;
  readonly mode?: RunMode | undefined;
  /** The result of a background run. */
  readonly note?: {
    readonly disposition: "no_action" | "attention" | null;
    readonly preview: string | null;
    readonly outcome: string | null;
  };
}

/** The field `confidence` of an output, from 0 to 1. */
function confidenceOf(output: Json | undefined): number | null {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return null;
  const { confidence } = output as { readonly [key: string]: Json };
  return typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null;
}

function endOf(end: RunEnd | null) {
  const output = end?.reason === "end_turn" ? end.output : undefined;
  return {
    stopReason: end?.reason ?? null,
    errorCode: end?.error?.code ?? null,
    output: output ?? null,
    confidence: confidenceOf(output),
  };
}

const NO_NOTE = { disposition: null, preview: null, outcome: null } as const;

/** Inserts or updates a run. */
export function runRecord(db: TenantDb, record: RunRecord): Statement {
  const { figures } = record;
  const { usage } = figures;
  const changing = {
    model: figures.model,
    status: record.status,
    attempts: record.attempts,
    modelCalls: figures.modelCalls,
    toolCalls: figures.toolCalls,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.cacheReadTokens,
    cacheWriteTokens: usage.cacheWriteTokens,
    costMicroUsd: figures.costMicroUsd,
    fallbacks: figures.fallbacks,
    finishedAt: record.finishedAt,
    ...endOf(record.end),
    ...(record.note ?? NO_NOTE),
  };
  return db
    .insert(runs, {
      id: record.id,
      parentRunId: record.parentRunId ?? null,
      conversationId: record.conversationId,
      agent: record.agent,
      trigger: record.trigger,
      startedBy: record.startedBy,
      startedAt: record.startedAt,
      day: dayOf(msOf(record.startedAt), record.timeZone),
      mode: record.mode ?? null,
      ...changing,
    })
    .onConflictDoUpdate({
      target: [runs.id],
      set: changing as never,
      setWhere: sql`${runs.tenantId} = ${db.tenantId}`,
    });
}

/** The row number of a step. */
export function partOf(position: number): number {
  return Math.floor(position / STEPS_OF_PART);
}

/** Writes all steps of a run. Existing steps stay, and a late write with fewer steps is ignored. */
export function stepRecords(
  db: TenantDb,
  runId: string,
  steps: readonly { readonly position: number; readonly step: TraceStep }[],
): Statement[] {
  const parts = Map.groupBy(steps, ({ position }) => partOf(position));
  return [...parts].map(([part, some]) =>
    db
      .insert(runTraces, {
        runId,
        part,
        at: some.at(-1)?.step.at ?? "",
        steps: some.map(({ position, step }) => ({ position, ...step })),
      })
      .onConflictDoUpdate({
        target: [runTraces.tenantId, runTraces.runId, runTraces.part],
        set: { at: sql`excluded.at`, steps: sql`excluded.steps` } as never,
        setWhere: sql`json_array_length(excluded.steps) > json_array_length(${runTraces.steps})`,
      }),
  );
}
