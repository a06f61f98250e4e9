/** Stores system jobs as schedules of a tenant. */
import { eq, sql } from "drizzle-orm";
import { schedules } from "../tables/schedules.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { canonicalJson } from "../../kernel/hash.ts";
import type { Cadence } from "./types.ts";

/** The row ID of a system job. */
export function systemScheduleId(name: string): string {
  return `system.${name}`;
}

/**
 * Creates or updates a tenant's row of a system job: cadence, title, enabled. Its first slot is computed
 * within a minute. Idempotent.
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
      // A slot in progress keeps its lease; its end reads the row again.
      dueAt: sql`case when ${schedules.slotAt} is null then ${planned.dueAt} else ${schedules.dueAt} end`,
      updatedAt: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    } as never,
  });
}

/** Creates a tenant's row of a system job if it has none; an existing row stays as the team set it. */
export async function addSystemSchedule(
  db: TenantDb,
  { name, title, cadence }: { readonly name: string; readonly title: string; readonly cadence: Cadence },
): Promise<void> {
  const id = systemScheduleId(name);
  const row = { id, kind: "system" as const, name, title, cadence, status: "active" as const };
  await db.insert(schedules, { ...row, nextAt: null, dueAt: TO_BE_PLANNED }).onConflictDoNothing();
}

export async function hasSystemSchedule(db: TenantDb, name: string): Promise<boolean> {
  return (await db.find(schedules, eq(schedules.id, systemScheduleId(name)))) !== null;
}

/** Sorts before every due time; the next check computes the real one. */
export const TO_BE_PLANNED = "0000-01-01T00:00:00.000Z";
