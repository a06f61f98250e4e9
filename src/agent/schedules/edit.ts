/**
 * Creates, changes, pauses, deletes and runs schedules, for people and the agent. Every change is audited
 * and updates `updatedAt`, so that a slot in progress notices it. System jobs can only be paused and run.
 */
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { auditIf, type Actor } from "../../platform/audit/index.ts";
import { schedules } from "../tables/schedules.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Schedule, ScheduleChange } from "../api/schedules.ts";
import { nextSlot, readCadence, upcomingSlots } from "./cadence.ts";
import { describeCadence } from "./describe.ts";
import { dueSlot, HANDOVER_MS } from "./lease.ts";
import type { DueSlot } from "./ports.ts";
import { memberOf } from "./recipient.ts";
import { TEAM_TIMED } from "./standing-jobs.ts";
import type { Cadence, CadenceInput, ScheduleAuthor, ScheduleRow } from "./types.ts";
import { scheduleConversationId } from "./trigger.ts";

/** Maximum active schedules of a tenant. */
export const MAX_SCHEDULES = 100;
/** Maximum proposed schedules; counted separately, because outside messages can cause proposals. */
const MAX_PROPOSED = 20;
/** Minimum interval between slots of the agent. */
const SPACING_MINUTES = 15;
const SHOWN = 300;
const PREVIEWED = 3;

/** Dependencies, for one tenant. */
export interface EditDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Refreshes open pages. Best effort. */
  readonly announce?: () => Promise<void>;
  /** Notifies the team of a proposed schedule, once. */
  readonly tellProposed?: (schedule: Schedule) => Promise<void>;
}

interface NewSchedule {
  /** Chosen by the caller. A repeat with the same ID returns the existing schedule. */
  readonly id: string;
  readonly title: string;
  readonly instruction: string;
  readonly cadence: CadenceInput;
  readonly createdBy: ScheduleAuthor;
  /** The member notified of results; null for the whole team. */
  readonly tells: string | null;
  /** Whether a person must start it first. */
  readonly onlyProposed?: boolean;
}

/** The agent's schedules, next due first, then the system's. */
export async function listSchedules({
  db,
  timeZone,
}: Pick<EditDeps, "db" | "timeZone">): Promise<Schedule[]> {
  const rows = await db
    .rows(schedules, isNull(schedules.deletedAt))
    .orderBy(
      asc(schedules.kind),
      sql`case ${schedules.status} when 'proposed' then 0 when 'active' then 1 when 'paused' then 2 else 3 end`,
      sql`coalesce(${schedules.nextAt}, ${schedules.slotAt}, '')`,
      asc(schedules.title),
    )
    .limit(SHOWN);
  return rows.map((row) => scheduleView(row, timeZone));
}

/** Throws `not_found`. */
export async function getSchedule(
  { db, timeZone }: Pick<EditDeps, "db" | "timeZone">,
  id: string,
): Promise<Schedule> {
  return scheduleView(await rowOf(db, id), timeZone);
}

/** A cadence's description and up to three next times. Throws `invalid_arguments` with the problem. */
export function previewCadence(
  { clock, timeZone }: Pick<EditDeps, "clock" | "timeZone">,
  input: CadenceInput,
): { when: string; next: string[] } {
  const cadence = wanted(input, { clock, timeZone });
  return {
    when: describeCadence(cadence, timeZone),
    next: upcomingSlots(cadence, clock.now(), timeZone, PREVIEWED).map(isoTime),
  };
}

/** Creates a schedule. Throws `invalid_arguments` for an invalid cadence, `conflict` beyond the maximum. */
export async function createSchedule(deps: EditDeps, wish: NewSchedule, by: Actor): Promise<Schedule> {
  const { db, clock, timeZone } = deps;
  const known = await db.find(schedules, eq(schedules.id, wish.id));
  if (known !== null) return scheduleView(known, timeZone);
  const cadence = wanted(wish.cadence, deps);
  const nowMs = clock.now();
  const nextAt = planned(cadence, nowMs, timeZone);
  const isProposed = wish.onlyProposed === true;
  await refuseTooMany(db, isProposed);
  const at = isoTime(nowMs);
  const row = {
    id: wish.id,
    kind: "agent" as const,
    title: wish.title,
    instruction: wish.instruction,
    cadence,
    status: isProposed ? ("proposed" as const) : ("active" as const),
    nextAt: isProposed ? null : nextAt,
    dueAt: isProposed ? null : nextAt,
    createdBy: wish.createdBy,
    tells: wish.tells === null ? null : await memberOf(db, wish.tells),
    createdAt: at,
    updatedAt: at,
  };
  await db.batch([
    db.insert(schedules, row).onConflictDoNothing(),
    auditIf(
      db,
      {
        id: `schedule.created:${db.tenantId}:${wish.id}`,
        actor: by,
        action: "schedule.created",
        subject: { kind: "schedule", id: wish.id },
        sentence: `${by.name} ${isProposed ? "proposed to schedule" : "scheduled"} “${wish.title}”: ${describeCadence(cadence, timeZone)}`,
      },
      nowMs,
      schedules,
      eq(schedules.id, wish.id),
    ),
  ]);
  await deps.announce?.();
  const schedule = await getSchedule(deps, wish.id);
  if (isProposed) await deps.tellProposed?.(schedule);
  return schedule;
}

function mayChange(job: string, key: string): boolean {
  return key === "paused" || (key === "cadence" && TEAM_TIMED.includes(job));
}

/**
 * Changes a schedule. Pausing and deleting cancel a slot that hasn't started. Throws `not_found`,
 * `invalid_arguments`, and `forbidden` for changes a system job doesn't support.
 */
export async function changeSchedule(
  deps: EditDeps,
  id: string,
  change: ScheduleChange,
  by: Actor,
): Promise<Schedule> {
  const { db, clock, timeZone } = deps;
  const row = await rowOf(db, id, { alsoDeleted: change.deleted === false });
  refuseForJob(row, change);
  const nowMs = clock.now();
  const isDeleted = change.deleted ?? row.deletedAt !== null;
  if (!isDeleted) await refuseWithoutRoom(db, row, change);
  const updatedAt = isoTime(Math.max(nowMs, Date.parse(row.updatedAt) + 1));
  const update = db
    .update(
      schedules,
      {
        ...(await valuesAfter(deps, row, change, { nowMs, isDeleted })),
        before: { at: updatedAt, cadence: row.cadence, isPaused: row.status === "paused" },
        updatedAt,
      },
      and(eq(schedules.id, id), eq(schedules.updatedAt, row.updatedAt)) ?? sql`0`,
    )
    .returning({ id: schedules.id });
  const entry = {
    id: `schedule.changed:${db.tenantId}:${id}:${updatedAt}`,
    actor: by,
    action: isDeleted ? "schedule.deleted" : "schedule.changed",
    subject: { kind: "schedule", id },
    sentence: `${by.name} ${inWords(change, isDeleted, row.status === "proposed")} “${row.title}”`,
  };
  const mine = and(eq(schedules.id, id), eq(schedules.updatedAt, updatedAt)) ?? sql`0`;
  const [changed] = await db.batch([update, auditIf(db, entry, nowMs, schedules, mine)]);
  if (!Array.isArray(changed) || changed.length === 0)
    throw new AppError("changed", "Someone else changed this schedule. Reload it and try again.");
  await deps.announce?.();
  return scheduleView(await rowOf(db, id, { alsoDeleted: true }), timeZone);
}

function refuseForJob(row: ScheduleRow, change: ScheduleChange): void {
  if (row.kind !== "system") return;
  if (Object.entries(change).some(([key, value]) => value !== undefined && !mayChange(row.name, key)))
    throw new AppError("forbidden", "You can only pause a background job or run it now.");
}

/** The changed columns. Throws `invalid_arguments` for an invalid cadence. */
async function valuesAfter(
  deps: EditDeps,
  row: ScheduleRow,
  change: ScheduleChange,
  { nowMs, isDeleted }: { readonly nowMs: number; readonly isDeleted: boolean },
) {
  const cadence = change.cadence === undefined ? row.cadence : wanted(change.cadence, deps);
  const status = statusAfter(row, change);
  const rests = status !== "active" || isDeleted;
  const nextAt = rests ? null : planned(cadence, nowMs, deps.timeZone);
  return {
    title: change.title ?? row.title,
    instruction: change.instruction ?? row.instruction,
    cadence,
    tells: await tellsAfter(deps.db, row, change),
    status: !rests && nextAt === null ? ("done" as const) : status,
    nextAt,
    deletedAt: isDeleted ? (row.deletedAt ?? isoTime(nowMs)) : null,
    // A slot in progress keeps its lease; its end notices the change.
    ...(rests
      ? { slotAt: null, claimId: null, attempts: 0, dueAt: null }
      : { dueAt: sql`case when ${schedules.slotAt} is null then ${nextAt} else ${schedules.dueAt} end` }),
  };
}

/** Makes a slot due now and dispatches it, or returns the one in progress. Throws `not_found`. */
export async function runNow(
  deps: EditDeps,
  id: string,
  by: Actor,
): Promise<{ readonly schedule: Schedule; readonly due: DueSlot }> {
  const { db, clock, timeZone } = deps;
  if ((await rowOf(db, id)).status === "proposed")
    throw new AppError("conflict", "This schedule is only proposed. Start it first.");
  const nowMs = clock.now();
  const free = and(eq(schedules.id, id), isNull(schedules.slotAt), isNull(schedules.deletedAt));
  const started = await db
    .update(
      schedules,
      { slotAt: isoTime(nowMs), attempts: 1, claimId: null, dueAt: isoTime(nowMs + HANDOVER_MS) },
      free ?? sql`0`,
    )
    .returning({ id: schedules.id });
  const row = await rowOf(db, id);
  if (started.length > 0) {
    const entry = {
      id: `schedule.run:${db.tenantId}:${id}:${isoTime(nowMs)}`,
      actor: by,
      action: "schedule.run",
      subject: { kind: "schedule", id },
      sentence: `${by.name} ran “${row.title}” now`,
    };
    await db.batch([auditIf(db, entry, nowMs, schedules, eq(schedules.id, id))]);
    await deps.announce?.();
  }
  return {
    schedule: scheduleView(row, timeZone),
    due: dueSlot(row, { scheduleId: id, slotAt: row.slotAt ?? row.lastSlotAt ?? isoTime(nowMs) }),
  };
}

async function rowOf(
  db: TenantDb,
  id: string,
  options: { alsoDeleted?: boolean } = {},
): Promise<ScheduleRow> {
  const row = await db.find(schedules, eq(schedules.id, id));
  if (row === null || (row.deletedAt !== null && options.alsoDeleted !== true))
    throw new AppError("not_found", "That schedule doesn’t exist.");
  return row;
}

/** A restored or newly started schedule counts toward the maximum. */
async function refuseWithoutRoom(db: TenantDb, row: ScheduleRow, change: ScheduleChange): Promise<void> {
  const isProposed = row.status === "proposed";
  const isStarted = isProposed && change.paused !== undefined;
  if (row.deletedAt !== null || isStarted) await refuseTooMany(db, isProposed && !isStarted);
}

async function refuseTooMany(db: TenantDb, proposed: boolean): Promise<void> {
  const open = and(
    eq(schedules.kind, "agent"),
    proposed
      ? eq(schedules.status, "proposed")
      : and(ne(schedules.status, "done"), ne(schedules.status, "proposed")),
    isNull(schedules.deletedAt),
  );
  const [row] = await db.pick({ total: sql<number>`count(*)` }, schedules, open);
  if (Number(row?.total ?? 0) < (proposed ? MAX_PROPOSED : MAX_SCHEDULES)) return;
  throw new AppError(
    "conflict",
    proposed
      ? `${MAX_PROPOSED} proposed schedules are waiting already. Start or delete some first.`
      : `There are already ${MAX_SCHEDULES} schedules. Delete one you no longer need.`,
  );
}

function wanted(input: CadenceInput, { clock, timeZone }: Pick<EditDeps, "clock" | "timeZone">): Cadence {
  const read = readCadence(input, { nowMs: clock.now(), timeZone, spacingMinutes: SPACING_MINUTES });
  if (read.ok) return read.cadence;
  throw new AppError("invalid_arguments", read.message);
}

function planned(cadence: Cadence, nowMs: number, timeZone: string): string | null {
  const at = nextSlot(cadence, nowMs, timeZone);
  return at === null ? null : isoTime(at);
}

async function tellsAfter(db: TenantDb, row: ScheduleRow, { tells }: ScheduleChange) {
  if (tells === undefined) return row.tells;
  return tells === null ? null : memberOf(db, tells);
}

/** A new cadence reactivates a one-off schedule that has run. */
function statusAfter(row: ScheduleRow, change: ScheduleChange): ScheduleRow["status"] {
  if (change.paused !== undefined) return change.paused ? "paused" : "active";
  return change.cadence !== undefined && row.status === "done" ? "active" : row.status;
}

function inWords(change: ScheduleChange, isDeleted: boolean, wasProposed: boolean): string {
  if (isDeleted) return "deleted the schedule";
  if (change.deleted === false) return "brought back the schedule";
  if (change.paused === true) return "paused the schedule";
  if (change.paused === false && wasProposed) return "started the proposed schedule";
  return change.paused === false ? "resumed the schedule" : "changed the schedule";
}

function scheduleView(row: ScheduleRow, timeZone: string): Schedule {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    instruction: row.instruction,
    cadence: row.cadence,
    when: describeCadence(row.cadence, timeZone),
    status: row.status,
    nextAt: row.nextAt,
    running: row.slotAt !== null,
    lastSeenAt: row.lastSeenAt,
    lastSummary: row.lastSummary,
    lastError: row.lastError,
    conversationId: row.kind === "agent" && row.lastSeenAt !== null ? scheduleConversationId(row.id) : null,
    createdBy: row.createdBy,
    tells: row.tells,
    createdAt: row.createdAt,
  };
}
