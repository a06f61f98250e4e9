/** The product's own jobs as rows of a tenant. */
import { eq, sql } from "drizzle-orm";
import { schedules } from "../tables/schedules.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { canonicalJson } from "../../kernel/hash.ts";
import type { Cadence } from "./types.ts";

/** The id a tenant's row of a system job has. */
export function systemScheduleId(name: string): string {
  return `system.${name}`;
}

/**
 * Makes a tenant's row of a system job, or brings it up to date: cadence, title, on or off. The first slot is worked out by the next check of
 * the clock, within a minute. A repeat with the same changes nothing.
 */
export async function ensureSystemSchedule(
  db: TenantDb,
  job: {
    readonly name: string;
    readonly title: string;
    readonly cadence: Cadence;
    readonly enabled: boolean;
  },
): Promise<void> {
  const { name, title, cadence } = job;
  const status = job.enabled ? ("active" as const) : ("paused" as const);
  const id = systemScheduleId(name);
  const known = await db.find(schedules, eq(schedules.id, id));
  const same =
    known !== null &&
    known.title === title &&
    known.status === status &&
    canonicalJson(known.cadence) === canonicalJson(cadence);
  if (same) return;
  const planned = { title, cadence, status, nextAt: null, dueAt: job.enabled ? TO_BE_PLANNED : null };
  await db.insert(schedules, { id, kind: "system", name, ...planned }).onConflictDoUpdate({
    target: [schedules.tenantId, schedules.id],
    set: {
      title,
      cadence,
      status,
      nextAt: null,
      // A slot under way keeps its lease: its end looks at the row again.
      dueAt: sql`case when ${schedules.slotAt} is null then ${planned.dueAt} else ${schedules.dueAt} end`,
      updatedAt: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    } as never,
  });
}

/** Makes a tenant's row of a system job where it has none; one that is there stays as the team has it. */
export async function addSystemSchedule(
  db: TenantDb,
  { name, title, cadence }: { readonly name: string; readonly title: string; readonly cadence: Cadence },
): Promise<void> {
  const id = systemScheduleId(name);
  const row = { id, kind: "system" as const, name, title, cadence, status: "active" as const };
  await db.insert(schedules, { ...row, nextAt: null, dueAt: TO_BE_PLANNED }).onConflictDoNothing();
}

/** Whether a tenant was given a system job. */
export async function hasSystemSchedule(db: TenantDb, name: string): Promise<boolean> {
  return (await db.find(schedules, eq(schedules.id, systemScheduleId(name)))) !== null;
}

/** A due time before every other: the next check works out when the row is really due. */
export const TO_BE_PLANNED = "0000-01-01T00:00:00.000Z";
