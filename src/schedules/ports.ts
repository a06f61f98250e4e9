/** What schedules need of the world. Given by `src/app/jobs.ts`. */
import type { SystemDb, TenantDb } from "../db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import type { ScheduleRow, Slot } from "./types.ts";

/** What the minute is given to hand out what is due, of all tenants. */
export interface LeaseDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly dbOf: (tenantId: string) => TenantDb;
  readonly timeZoneOf: (tenantId: string) => Promise<string>;
  /** Puts slots into the queue, at most 100. */
  readonly enqueue: (slots: readonly (Slot & { readonly tenantId: string })[]) => Promise<void>;
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
