/** Lists recorded runs and their steps: what an agent did, how long it took, and what it cost. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type * as z from "zod";
import { portOf } from "../../kernel/features.ts";
import { conversations, runs, runTraces } from "../tables/conversations.ts";
import { among, byIds, type TenantDb } from "../../platform/db/index.ts";
import { isOpenTo, mayRead, privateConversation, readerOf } from "../../platform/privacy.ts";
import type { runSchema, runTraceSchema } from "../api/run.ts";
import { explainFailure } from "./explain-failure.ts";
import { usdOf } from "../usage/index.ts";
import type { Source } from "../api/conversation.ts";
import type { Sent, TraceStep } from "./types.ts";

/** Maximum trace rows of a run and its sub-runs; more than their limits allow. */
const PARTS_SHOWN = 80;
const SUB_RUNS_SHOWN = 60;

/** A recorded run, without its agent's title. */
export type Run = Omit<z.infer<typeof runSchema>, "agentTitle">;

type Step = Omit<z.infer<typeof runTraceSchema>["steps"][number], "title">;

/** A run with its steps, without titles and without what it used, changed and proposed. */
export type RunTrace = Run & {
  readonly steps: Step[];
  /** The archive month of its steps; null if they are not archived. */
  readonly archivedIn: string | null;
  readonly subRuns: (Run & { readonly steps: Step[] })[];
};

/**
 * Top-level runs, newest first, without questions about single texts and e-mails. `before` is the sort key
 * of the last one seen.
 */
export async function listRuns(
  db: TenantDb,
  query: {
    /** The reader; runs of conversations they may not read are left out. */
    readonly userId: string;
    readonly conversationId?: string | undefined;
    readonly before?: { readonly startedAt: string; readonly id: string } | undefined;
    readonly limit: number;
  },
): Promise<Run[]> {
  const { before, conversationId, userId } = query;
  const where = and(
    isOpenTo(db, userId, runs.conversationId),
    // The unary plus keeps SQLite from using the index of all top-level runs; the one by conversation is shorter.
    conversationId === undefined ? isNull(runs.parentRunId) : sql`+${runs.parentRunId} is null`,
    // There is one per text, e-mail and draft, which would bury the others.
    notInArray(runs.trigger, ["urgency", "mail-summary", "house_rules", "statements"]),
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

/** What started a run, and what it cost. */
export interface RunOrigin {
  readonly trigger: string;
  /** A member's id, or `system:steward`. */
  readonly startedBy: string;
  readonly costUsd: number;
}

/** By id. */
export async function findRuns(db: TenantDb, ids: readonly string[]): Promise<Map<string, RunOrigin>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(runs, byIds(runs.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, trigger, startedBy, costMicroUsd }) => [
      id,
      { trigger, startedBy, costUsd: usdOf(costMicroUsd) },
    ]),
  );
}

/** The newest runs of a conversation, with those they started. */
export async function recentRuns(
  db: TenantDb,
  conversationId: string,
  limit: number,
): Promise<{ id: string; startedAt: string; finishedAt: string | null }[]> {
  return db.rows(runs, eq(runs.conversationId, conversationId)).orderBy(desc(runs.startedAt)).limit(limit);
}

/** What runs since a time cost, by conversation, the dearest first. Days count whole. */
export async function costByConversation(
  db: TenantDb,
  { from, conversationId, limit }: { from: string; conversationId?: string | undefined; limit: number },
): Promise<{ conversationId: string; title: string; runs: number; costUsd: number }[]> {
  const cost = sql<number>`sum(${runs.costMicroUsd})`;
  const rows = (await db
    .pick(
      {
        conversationId: runs.conversationId,
        runs: sql<number>`count(*)`,
        cost,
        about: sql<string>`max(${runs.preview})`,
      },
      runs,
      and(
        gte(runs.day, from.slice(0, "2026-11-21".length)),
        conversationId === undefined ? undefined : eq(runs.conversationId, conversationId),
      ),
    )
    .groupBy(runs.conversationId)
    .orderBy(desc(cost))
    .limit(limit)) as { conversationId: string; runs: number; cost: number; about: string | null }[];
  const ids = rows.map((row) => row.conversationId);
  const titles = ids.length === 0 ? [] : await db.rows(conversations, among(conversations.id, ids));
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
  return rows.map((row) => ({
    conversationId: row.conversationId,
    title: titleOf.get(row.conversationId) ?? row.about ?? row.conversationId,
    runs: row.runs,
    costUsd: usdOf(row.cost),
  }));
}

/** What runs since a day cost, by the source of their conversation, the dearest first; null without a conversation. */
export async function costBySource(
  db: TenantDb,
  { fromDay }: { readonly fromDay: string },
): Promise<{ source: Source | null; runs: number; costUsd: number }[]> {
  // By their full names: both tables have a `tenant_id`.
  const source = sql<Source | null>`(select c.source from conversations c where c.tenant_id = runs.tenant_id and c.id = runs.conversation_id)`;
  const cost = sql<number>`sum(${runs.costMicroUsd})`;
  const rows = (await db
    .pick({ source, runs: sql<number>`count(*)`, cost }, runs, gte(runs.day, fromDay))
    .groupBy(source)
    .orderBy(desc(cost))) as { source: Source | null; runs: number; cost: number }[];
  return rows.map(({ cost: microUsd, ...row }) => ({ ...row, costUsd: usdOf(microUsd) }));
}

/**
 * A run with its steps and sub-runs in order; null if the tenant has none with this ID. Throws `private` if
 * `userId` may not read its conversation; null skips the check, for the product itself.
 */
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

/** Throws `private` if a member may not read a run's conversation. */
export async function assertReadable(
  db: TenantDb,
  userId: string,
  { conversationId }: Pick<RunRow, "conversationId">,
): Promise<void> {
  if (!mayRead(await readerOf(db, conversationId), userId)) throw privateConversation();
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Whether the row was moved to the archive. */
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
