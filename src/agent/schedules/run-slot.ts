/**
 * Runs one slot: claim, run, record. Only the claim's owner records results. If it dies, the lease ends and
 * the slot is dispatched again, so work for a slot may repeat and is deduplicated by slot.
 */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { holdLease, LEASE_MS } from "../../platform/work/index.ts";
import { schedules } from "../tables/schedules.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { withinTime } from "../../kernel/time-limit.ts";
import { nextSlot } from "./cadence.ts";
import { TO_BE_PLANNED } from "./ensure-system.ts";
import type { WorkDeps } from "./ports.ts";
import type { ScheduleRow, Slot } from "./types.ts";

const WORK_MS = { agent: 20_000, system: 4 * 60_000 } as const;
const RETRY = { firstMs: 30_000, longestMs: 15 * 60_000 } as const;
const NOTE_CHARS = 400;

/** The result of a dispatched slot. `none`: it was done, is in progress, or was canceled. */
export type WorkResult = "done" | "failed" | "none";

/** Runs a slot. Failures of the work are recorded and shown, not thrown. Repeats run it once. */
export async function runSlot(deps: WorkDeps, slot: Slot): Promise<WorkResult> {
  const row = await claim(deps, slot);
  if (row === null) return "none";
  let outcome: { summary: string } | { error: unknown };
  try {
    outcome = await holdLease(
      () => renew(deps, row),
      () => withinTime(WORK_MS[row.kind], deps.run(row, slot)),
    );
  } catch (error) {
    deps.logger.error("schedule.failed", { tenantId: deps.db.tenantId, scheduleId: row.id, error });
    outcome = { error };
  }
  if ("summary" in outcome) {
    await succeed(deps, row, outcome.summary);
    return "done";
  }
  await fail(deps, row, outcome.error);
  return "failed";
}

async function claim({ db, clock, newId }: WorkDeps, slot: Slot): Promise<ScheduleRow | null> {
  const free = and(
    eq(schedules.id, slot.scheduleId),
    eq(schedules.slotAt, slot.slotAt),
    isNull(schedules.claimId),
    isNull(schedules.deletedAt),
  );
  const claimId = newId();
  await db.update(schedules, { claimId, dueAt: isoTime(clock.now() + LEASE_MS) }, free ?? sql`0`);
  return db.find(schedules, sql`${schedules.id} = ${slot.scheduleId} and ${schedules.claimId} = ${claimId}`);
}

/** Extends the slot's lease. */
async function renew({ db, clock }: WorkDeps, row: ScheduleRow): Promise<void> {
  await db.update(schedules, { dueAt: isoTime(clock.now() + LEASE_MS) }, whereMine(row));
}

function whereMine(row: ScheduleRow): SQL {
  return sql`${schedules.id} = ${row.id} and ${schedules.claimId} = ${row.claimId}`;
}

async function succeed(deps: WorkDeps, row: ScheduleRow, summary: string): Promise<void> {
  const seen = { lastSummary: summary.slice(0, NOTE_CHARS), lastError: null, failures: 0 };
  await settle(deps, row, seen);
}

/** Work that no later slot replaces is retried; other work waits for its next slot. */
async function fail(deps: WorkDeps, row: ScheduleRow, error: unknown): Promise<void> {
  const seen = { lastError: wordsOf(error), failures: row.failures + 1 };
  if (row.kind === "system" && row.cadence.type !== "once") return settle(deps, row, seen);
  const waitMs = backOffMs(row.attempts, RETRY);
  const nowMs = deps.clock.now();
  await deps.db.update(
    schedules,
    { ...seen, claimId: null, lastSeenAt: isoTime(nowMs), dueAt: isoTime(nowMs + waitMs) },
    whereMine(row),
  );
}

/**
 * Closes the slot. The next due time is computed from now, so that one slot covers all missed ones. If the
 * row was changed meanwhile, the next check computes it.
 */
async function settle(
  { db, clock, timeZone }: WorkDeps,
  row: ScheduleRow,
  seen: { lastSummary?: string; lastError: string | null; failures: number },
): Promise<void> {
  const nowMs = clock.now();
  const next = nextSlot(row.cadence, nowMs, timeZone);
  const nextAt = next === null ? null : isoTime(next);
  const closed = {
    ...seen,
    slotAt: null,
    claimId: null,
    attempts: 0,
    lastSlotAt: row.slotAt,
    lastSeenAt: isoTime(nowMs),
  };
  const unchanged = sql`${whereMine(row)} and ${schedules.updatedAt} = ${row.updatedAt}`;
  const isActive = row.status === "active";
  await db.batch([
    db.update(
      schedules,
      {
        ...closed,
        nextAt: isActive ? nextAt : null,
        dueAt: isActive ? nextAt : null,
        ...(isActive && nextAt === null ? { status: "done" as const } : {}),
      },
      unchanged,
    ),
    db.update(
      schedules,
      {
        ...closed,
        nextAt: null,
        dueAt: sql`case when ${schedules.status} = 'active' and ${schedules.deletedAt} is null then ${TO_BE_PLANNED} else null end`,
      },
      whereMine(row),
    ),
  ]);
}

function wordsOf(error: unknown): string {
  const isTold = error instanceof AppError || error instanceof IntegrationError;
  return (isTold ? error.message : "Something went wrong on our side.").slice(0, NOTE_CHARS);
}
