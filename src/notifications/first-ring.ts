/**
 * Makes the first delivery survive a crash: from recording until every device was tried, the notification is
 * `ringing` and due again soon, and is then delivered to the remaining devices. Devices are claimed
 * individually, so none is notified twice.
 */
import { and, eq, sql } from "drizzle-orm";
import { notifications } from "./tables/notifications.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { DEAD_CLAIM_MS, type DeliveryCount } from "./deliver.ts";
import { getOnCall } from "./on-call-settings.ts";
import type { NotificationDeps } from "./ports.ts";
import { escalates, holdUntil, type NotificationRow } from "./ring-schedule.ts";

type Entry = Pick<NotificationRow, "kind" | "urgent" | "occasion"> & Partial<Pick<NotificationRow, "only">>;

/**
 * When a new notification may ring and must be processed: the end of a hold, and the start of on-call
 * escalation; null for neither.
 */
export async function timesOf(
  deps: NotificationDeps,
  entry: Entry,
  madeMs: number,
): Promise<{ readonly heldMs: number | null; readonly dueMs: number | null }> {
  if (!isWatched(entry)) return { heldMs: null, dueMs: null };
  const { onCall } = await getOnCall(deps.db);
  const heldMs =
    onCall.staffQuietHours === null ? null : holdUntil(entry, onCall, await deps.timeZone(), madeMs);
  const answerMs = escalates(entry) ? madeMs + onCall.escalateAfterMinutes * 60_000 : null;
  return { heldMs, dueMs: heldMs ?? answerMs };
}

/**
 * Whether the first delivery is monitored: not for notifications someone is waiting for on screen, those the
 * on-call driver repeats itself, and those without devices.
 */
export function isWatched({ kind, occasion, only = null }: Entry): boolean {
  return kind !== "test" && occasion !== "on_call" && only !== "app";
}

/** When an unfinished delivery counts as crashed. */
export function deadMs(begunMs: number): number {
  return begunMs + DEAD_CLAIM_MS;
}

/**
 * All devices were tried: escalation or widening comes next. If another attempt is in progress, it is checked
 * again.
 */
export async function endFirstRing(
  deps: NotificationDeps,
  row: NotificationRow,
  { underWay }: Pick<DeliveryCount, "underWay">,
): Promise<void> {
  if (!row.ringing) return;
  const mine = and(eq(notifications.id, row.id), eq(notifications.ringing, true)) ?? sql`false`;
  if (underWay > 0) {
    await deps.db.update(notifications, { dueAt: isoTime(deadMs(deps.clock.now())) }, mine);
    return;
  }
  const { dueMs } = await timesOf(deps, row, msOf(row.createdAt));
  const dues = [dueMs, row.othersAt === null ? null : msOf(row.othersAt)].filter((ms) => ms !== null);
  const dueAt = dues.length === 0 ? null : isoTime(Math.min(...dues));
  const isOver = sql`(${notifications.resolvedAt} is not null or ${notifications.acknowledgedAt} is not null)`;
  await deps.db.update(
    notifications,
    { ringing: false, dueAt: sql`case when ${isOver} then null else ${dueAt} end` },
    mine,
  );
}
