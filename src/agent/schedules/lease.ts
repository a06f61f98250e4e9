/**
 * Leases a tenant's due schedules and dispatches each slot as its own work. A leased row is reserved until
 * its lease ends, so overlapping checks dispatch nothing twice, and a lost slot is dispatched again. Missed
 * slots are merged into one.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { schedules } from "../tables/schedules.ts";
import { isoTime } from "../../kernel/clock.ts";
import { nextSlot } from "./cadence.ts";
import type { DueSlot, LeaseDeps } from "./ports.ts";
import type { ScheduleRow, Slot } from "./types.ts";

/** A slot unclaimed for this long is dispatched again. */
export const HANDOVER_MS = 30_000;
const BATCH_SIZE = 50;

/** Dispatches due slots until none is left or the time is up. Throws if the database or queue fails. */
export async function leaseDue(deps: LeaseDeps, untilMs: number): Promise<WorkResult> {
  const set = {
    slotAt: sql`coalesce(${schedules.slotAt}, ${schedules.nextAt})`,
    attempts: sql`${schedules.attempts} + 1`,
    claimId: null,
  };
  const how = { untilMs, leaseMs: HANDOVER_MS, batchSize: BATCH_SIZE, set };
  return workThrough(deps, schedules, how, async (rows) => {
    await deps.handOut(
      rows.flatMap((row) =>
        row.slotAt === null ? [] : [dueSlot(row, { scheduleId: row.id, slotAt: row.slotAt })],
      ),
    );
    for (const row of rows) if (row.slotAt === null) await planSafely(deps, row);
  });
}

/**
 * A row's slot. The agent's slots call no provider. E-mail checks leave unfinished work to the clock; other
 * jobs may take minutes.
 */
export function dueSlot({ kind, name }: Pick<ScheduleRow, "kind" | "name">, slot: Slot): DueSlot {
  if (kind === "agent") return { slot, kind: "schedules.remind" };
  return { slot, kind: name.startsWith("mail.") ? "schedules.slot" : "schedules.job" };
}

/** Computes the first due time of a row. */
async function planSafely(deps: LeaseDeps, row: ScheduleRow): Promise<void> {
  try {
    const at = nextSlot(row.cadence, deps.clock.now(), await deps.timeZone());
    const nextAt = at === null ? null : isoTime(at);
    const set =
      row.status !== "active"
        ? { dueAt: null, attempts: 0 }
        : { nextAt, dueAt: nextAt, attempts: 0, ...(nextAt === null ? { status: "done" as const } : {}) };
    const untouched = and(
      eq(schedules.id, row.id),
      eq(schedules.updatedAt, row.updatedAt),
      isNull(schedules.slotAt),
    );
    await deps.db.update(schedules, set, untouched ?? eq(schedules.id, row.id));
  } catch (error) {
    deps.logger.error("schedule.not_planned", { tenantId: row.tenantId, scheduleId: row.id, error });
  }
}
