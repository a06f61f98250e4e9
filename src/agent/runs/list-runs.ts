/** Recorded runs and their steps, for people: what an agent did, how long it took and what it cost. */
import { and, asc, desc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type * as z from "zod";
import { portOf } from "../../kernel/features.ts";
import { runs, runTraces } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isOpenTo, mayRead, privateConversation, readerOf } from "../../platform/privacy.ts";
import type { runSchema, runTraceSchema } from "../api/run.ts";
import { explainFailure } from "./explain-failure.ts";
import { usdOf } from "../usage/index.ts";
import type { Sent, TraceStep } from "./types.ts";

/** Rows of steps that are read of one run with its sub-runs: more than its limits allow it to make. */
const PARTS_SHOWN = 80;
const SUB_RUNS_SHOWN = 60;

/** A run as it is on record; its agent's title is known elsewhere. */
export type Run = Omit<z.infer<typeof runSchema>, "agentTitle">;

type Step = Omit<z.infer<typeof runTraceSchema>["steps"][number], "title">;

/** A run with its steps; what they are called, and what it used, changed and asked for, is known elsewhere. */
export type RunTrace = Run & {
  readonly steps: Step[];
  /** The month of the archive its steps are in; null while they are here. */
  readonly archivedIn: string | null;
  readonly subRuns: (Run & { readonly steps: Step[] })[];
};

/** Runs that no other run started, newest first, without the questions about single messages and e-mails. `before` is the sort key of the last one seen. */
export async function listRuns(
  db: TenantDb,
  query: {
    /** Whose list it is: runs of conversations they may not read are left out. */
    readonly userId: string;
    readonly conversationId?: string | undefined;
    readonly before?: { readonly startedAt: string; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Run[]> {
  const { before, conversationId, userId } = query;
  const where = and(
    isOpenTo(db, userId, runs.conversationId),
    // The plus keeps those of one conversation from being looked for among all, newest first.
    conversationId === undefined ? isNull(runs.parentRunId) : sql`+${runs.parentRunId} is null`,
    // One for each text and e-mail: they would bury all others.
    notInArray(runs.trigger, ["urgency", "mail-summary"]),
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

/** One run with its steps and sub-runs in order; null where the tenant has none with this id. Throws `private` where `userId` may not read its conversation; null looks for the product itself. */
export async function findRunTrace(
  db: TenantDb,
  userId: string | null,
  id: string,
): Promise<RunTrace | null> {
  const [row, started] = await Promise.all([
    db.find(runs, eq(runs.id, id)),
    db.rows(runs, eq(runs.parentRunId, id)).orderBy(asc(runs.startedAt), asc(runs.id)).limit(SUB_RUNS_SHOWN),
  ]);
  if (row === null) return null;
  if (userId !== null) await assertReadable(db, userId, row);
  const ids = [row.id, ...started.map((run) => run.id)];
  const parts = await db
    .rows(runTraces, inArray(runTraces.runId, ids))
    .orderBy(runTraces.runId, runTraces.part)
    .limit(PARTS_SHOWN);
  const stepsOf = (runId: string) =>
    parts
      .filter((part) => part.runId === runId)
      .flatMap(({ steps }) => steps)
      .map(({ position, ...step }) => ({ id: `${runId}.${position}`, ...step }));
  const traced = (run: RunRow) => {
    const own = stepsOf(run.id);
    return { ...runOf(run), failure: explainFailure(run, own), steps: own };
  };
  const run = traced(row);
  const month = run.steps.length > 0 ? null : await archivedIn(db, row);
  return { ...run, archivedIn: month, subRuns: started.map(traced) };
}

/** Throws `private` where a member may not read a run's conversation. */
export async function assertReadable(
  db: TenantDb,
  userId: string,
  { conversationId }: Pick<RunRow, "conversationId">,
): Promise<void> {
  if (!mayRead(await readerOf(db, conversationId), userId)) throw privateConversation();
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Whether the row of a kind at this place has left the database for the archive. */
    readonly isArchived?: (
      db: TenantDb,
      kind: "runs",
      place: { readonly at: string; readonly id: string },
    ) => Promise<boolean>;
  }
}

const isArchived = portOf("isArchived");

async function archivedIn(db: TenantDb, { id, day, finishedAt }: RunRow): Promise<string | null> {
  if (finishedAt === null) return null;
  return (await isArchived()(db, "runs", { at: day, id })) ? day.slice(0, "2026-11".length) : null;
}

type RunRow = typeof runs.$inferSelect;

/** A recorded run. */
export function runOf(row: RunRow): Run {
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
    failure: explainFailure(row, []),
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

/** Bytes sent by a run's look-ups, from its trace: the sum per destination, largest first. A refused call sent nothing and has no such mark. Pure. */
export function sentBy(steps: readonly Pick<TraceStep, "kind" | "detail">[]): Sent[] {
  const sums = new Map<string, number>();
  for (const { kind, detail } of steps) {
    const sent = kind === "hook" ? (detail["sent"] as Partial<Sent> | undefined) : undefined;
    if (typeof sent?.to !== "string" || typeof sent.sizeBytes !== "number") continue;
    sums.set(sent.to, (sums.get(sent.to) ?? 0) + sent.sizeBytes);
  }
  return [...sums]
    .map(([to, sizeBytes]) => ({ to, sizeBytes }))
    .toSorted((left, right) => right.sizeBytes - left.sizeBytes);
}
