/**
 * The first delivery of a notification survives a crash: from its recording until every device was tried it is `ringing` and due again soon, and
 * whoever finds it so delivers it to the devices it has not reached. Deliveries are claimed device by device, so none is alerted twice.
 */
import { and, eq, sql } from "drizzle-orm";
import { notifications } from "./tables/notifications.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { DEAD_CLAIM_MS, type DeliveryCount } from "./deliver.ts";
import { getOnCall } from "./on-call-settings.ts";
import type { NotificationDeps } from "./ports.ts";
import { escalates, holdUntil, type NotificationRow } from "./ringing.ts";

type Entry = Pick<NotificationRow, "kind" | "urgent" | "occasion"> & Partial<Pick<NotificationRow, "only">>;

/** When a notification made at a time may ring and must be looked at: held until, and when the people on call are asked; nulls for neither. */
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

/** Whether a notification's first delivery is watched over: what somebody waits for at their screen, the on-call driver repeats itself, or alerts no device is not. */
export function isWatched({ kind, occasion, only = null }: Entry): boolean {
  return kind !== "test" && occasion !== "on_call" && only !== "app";
}

/** When a delivery begun at a time has died if it is not over. */
export function deadMs(begunMs: number): number {
  return begunMs + DEAD_CLAIM_MS;
}

/** Every device was tried: what comes next is the people on call, or everybody else. Where another attempt is still at a device, it is looked at again. */
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
