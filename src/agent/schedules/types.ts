/** The words of schedules. */
import type { schedules } from "../tables/schedules.ts";
export type { Cadence, CadenceInput, ScheduleAuthor, ScheduleRecipient } from "../api/schedules.ts";

/** A row of `schedules`. */
export type ScheduleRow = typeof schedules.$inferSelect;

/** A slot that is due. Its id and time together are the dedupe key of everything that is done for it. */
export interface Slot {
  readonly scheduleId: string;
  /** ISO time of the slot. A slot that stands for several missed ones has the time of the first. */
  readonly slotAt: string;
}
