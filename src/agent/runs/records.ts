/** Runs and their steps as rows of D1. Each is written whole and by its id, so that a repeat or a late writer changes nothing. */
import { sql } from "drizzle-orm";
import { runs, runTraces } from "../tables/conversations.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { msOf } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import { dayOf } from "../usage/index.ts";
import type { RunEnd, RunFigures, TraceStep } from "./types.ts";

/** Steps of a row: more than nearly all runs have, and far from the 2 MB that a row may hold. Never changed: rows are found by it. */
const STEPS_OF_PART = 200;

/** How free a run was to act: it only noted what it would do, proposed, or did what its rules allow. */
export type RunMode = "shadow" | "propose" | "execute";

export interface RunRecord {
  readonly id: string;
  readonly parentRunId?: string | undefined;
  readonly conversationId: string;
  readonly agent: string;
  /** What started it: a source, `outcome`, `delegate`, a job's name. */
  readonly trigger: string;
  readonly startedBy: string;
  readonly status: "queued" | "running" | "finished" | "failed";
  /** How it ended, or last stopped; null for one that has not. */
  readonly end: RunEnd | null;
  readonly figures: RunFigures;
  readonly attempts: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The zone its day is counted in. */
  readonly timeZone: string;
  readonly mode?: RunMode | undefined;
  /** What a run no one asked for came to. */
  readonly note?: {
    readonly disposition: "no_action" | "attention" | null;
    readonly preview: string | null;
    readonly outcome: string | null;
  };
}

/** How sure an agent is of its output, from 0 to 1, where the output says so in a field `confidence`. */
function confidenceOf(output: Json | undefined): number | null {
  if (typeof output !== "object" || output === null || Array.isArray(output)) return null;
  const { confidence } = output as { readonly [key: string]: Json };
  return typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null;
}

/** What is recorded of a run's end; nothing for one that has not ended. */
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

/** Writes a run, or what has changed of it since. */
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

/** The row that holds a step of a run. */
export function partOf(position: number): number {
  return Math.floor(position / STEPS_OF_PART);
}

/** Writes the steps of a run, all that there are: those on record stay as they are, and what was written late loses to what has more of them. */
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
