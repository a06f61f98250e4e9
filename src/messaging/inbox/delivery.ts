/** Delivery status of sent texts: taken from the provider's event, or polled if none arrives. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { texts } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, MINUTE_MS, msOf } from "../../kernel/clock.ts";

/**
 * Minutes after sending at which an unknown delivery status is polled. Quo reports delivered texts, but not
 * failed ones.
 */
const LOOKS_AT_MINUTES = [1, 3, 10, 30] as const;

/** Provider statuses that mean a text was certainly not delivered. */
const UNDELIVERED: readonly string[] = ["undelivered", "failed"];
const DELIVERED = "delivered";

/** Whether our text was not delivered: it is then dispatched again, so that its receipt says so. */
export function isUndelivered({
  direction,
  delivery,
}: Pick<typeof texts.$inferSelect, "direction" | "delivery">): boolean {
  return direction === "outgoing" && delivery !== null && UNDELIVERED.includes(delivery);
}

/** The next poll of a text's status; null once polling has ended. */
export function nextLookAt(sentAt: string, nowMs: number): string | null {
  const times = LOOKS_AT_MINUTES.map((minutes) => msOf(sentAt) + minutes * MINUTE_MS);
  const next = times.find((time) => time > nowMs);
  return next === undefined ? null : isoTime(next);
}

/**
 * Statements that record the provider's status of our text, if `wanted` holds. An undelivered text is
 * dispatched again. Idempotent.
 */
export function deliveryStatements(
  db: TenantDb,
  { id, delivery }: { readonly id: string; readonly delivery: string },
  wanted: SQL = sql`true`,
): Statement[] {
  const sent = and(eq(texts.id, id), eq(texts.direction, "outgoing"), wanted) ?? sql`false`;
  const isLost = UNDELIVERED.includes(delivery);
  const wasArriving = sql`${texts.reason} = 'own' and coalesce(${texts.delivery}, '') not in (select value from json_each(${JSON.stringify(UNDELIVERED)}))`;
  return [
    ...(isLost
      ? [db.update(texts, { state: "received", attempts: 0 }, sql`${sent} and ${wasArriving}`)]
      : []),
    db.update(texts, { delivery, ...(isLost || delivery === DELIVERED ? { dueAt: null } : {}) }, sent),
  ];
}
