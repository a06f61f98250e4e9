/** Ports of schedules, connected in `src/agent/schedules/jobs.ts`. */
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { ScheduleRow, Slot } from "./types.ts";

export interface DueSlot {
  readonly slot: Slot;
  /** The kind of work that carries it. */
  readonly kind: "schedules.remind" | "schedules.slot" | "schedules.job";
}

export interface LeaseDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: () => Promise<string>;
  /** Dispatches slots as separate work. Throws if the queue fails. */
  readonly handOut: (slots: readonly DueSlot[]) => Promise<void>;
}

/** Dependencies for running one slot. */
export interface WorkDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: string;
  readonly newId: () => string;
  /** Runs the schedule; may be repeated for the same slot. `summary` is one line for people. */
  readonly run: (row: ScheduleRow, slot: Slot) => Promise<{ readonly summary: string }>;
}
