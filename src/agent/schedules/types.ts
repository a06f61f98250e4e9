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

/** An agent that runs by itself: how often and where, and what it may do then. */
export interface AgentRhythm {
  /** Title and name: `Project manager (ai-pm)`. */
  readonly agent: string;
  readonly does: string;
  readonly may: string;
  readonly runs: readonly {
    readonly every: string;
    /** ISO time; null while it runs. */
    readonly nextAt: string | null;
    readonly in: readonly string[];
  }[];
}
