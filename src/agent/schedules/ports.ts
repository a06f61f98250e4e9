/** What schedules need of the world. Given by `src/agent/schedules/jobs.ts`. */
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { ScheduleRow, Slot } from "./types.ts";

export interface DueSlot {
  readonly slot: Slot;
  /** The kind of work it is handed out as. */
  readonly kind: "schedules.remind" | "schedules.slot" | "schedules.job";
}

/** What handing out a tenant's due slots is given. */
export interface LeaseDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: () => Promise<string>;
  /** Hands slots out as work of their own. Throws where the queue does. */
  readonly handOut: (slots: readonly DueSlot[]) => Promise<void>;
}

/** What one slot of one tenant is worked on with. */
export interface WorkDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: string;
  readonly newId: () => string;
  /** Does what the schedule says; may be repeated for the same slot. `summary` is one line for people. */
  readonly run: (row: ScheduleRow, slot: Slot) => Promise<{ readonly summary: string }>;
}
