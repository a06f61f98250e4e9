/** Types of schedules. */
import type { schedules } from "../tables/schedules.ts";
export type { Cadence, CadenceInput, ScheduleAuthor, ScheduleRecipient } from "../api/schedules.ts";

export type ScheduleRow = typeof schedules.$inferSelect;

/** A due slot. Its schedule's ID and its time deduplicate everything done for it. */
export interface Slot {
  readonly scheduleId: string;
  /** ISO time. A slot that covers several missed ones has the time of the first. */
  readonly slotAt: string;
}
