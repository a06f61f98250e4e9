/**
 * The clock's look: leases what is due, a page at a time, and hands each slot to the queue. A row that is leased is nobody else's until its
 * lease ends, so overlapping ticks hand out nothing twice; a slot that got lost on its way is handed out again. Missed slots are one.
 */
import { and, eq, isNull } from "drizzle-orm";
import { schedules } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { nextSlot } from "./cadence.ts";
import type { LeaseDeps } from "./ports.ts";
import type { ScheduleRow } from "./types.ts";

/** A slot nobody claimed from the queue for so long is handed out again. */
export const HANDOVER_MS = 2 * 60_000;
/** As many as the queue takes at once. */
const PAGE = 100;
const PAGES_PER_LOOK = 20;

/** Hands out everything that is due. One row's failure stops no other. Throws where the database or the queue does. */
export async function leaseDue(deps: LeaseDeps): Promise<{ readonly handedOut: number }> {
  let handedOut = 0;
  for (let page = 0; page < PAGES_PER_LOOK; page++) {
    const nowMs = deps.clock.now();
    const rows = await deps.system.leaseDueSchedules(isoTime(nowMs), isoTime(nowMs + HANDOVER_MS), PAGE);
    const due = rows.flatMap(({ tenantId, id, slotAt }) =>
      slotAt === null ? [] : [{ tenantId, scheduleId: id, slotAt }],
    );
    if (due.length > 0) await deps.enqueue(due);
    handedOut += due.length;
    for (const row of rows) if (row.slotAt === null) await planSafely(deps, row);
    if (rows.length < PAGE) break;
  }
  return { handedOut };
}

/** Works out when a row is due that nobody has looked at yet. */
async function planSafely(deps: LeaseDeps, row: ScheduleRow): Promise<void> {
  try {
    const at = nextSlot(row.cadence, deps.clock.now(), await deps.timeZoneOf(row.tenantId));
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
    await deps.dbOf(row.tenantId).update(schedules, set, untouched ?? eq(schedules.id, row.id));
  } catch (error) {
    deps.logger.error("schedule.not_planned", { tenantId: row.tenantId, scheduleId: row.id, error });
  }
}
