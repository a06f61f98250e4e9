/** What became of a text we sent: the provider's event says so, or it is asked where none came. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { texts } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";

const MINUTE_MS = 60_000;
/** Minutes after sending at which a text whose delivery is unknown is asked about. Quo announces those that arrived, and none that didn't. */
const LOOKS_AT_MINUTES = [1, 3, 10, 30] as const;

/** What the provider says of a text that certainly did not arrive. */
const UNDELIVERED: readonly string[] = ["undelivered", "failed"];
const DELIVERED = "delivered";

/** Whether a text of ours did not arrive: it is dispatched once more, and its receipt then says so. */
export function isUndelivered({
  direction,
  delivery,
}: Pick<typeof texts.$inferSelect, "direction" | "delivery">): boolean {
  return direction === "outgoing" && delivery !== null && UNDELIVERED.includes(delivery);
}

/** When a text sent at a time is asked about next; null where it isn't anymore. */
export function nextLookAt(sentAt: string, nowMs: number): string | null {
  const times = LOOKS_AT_MINUTES.map((minutes) => msOf(sentAt) + minutes * MINUTE_MS);
  const next = times.find((time) => time > nowMs);
  return next === undefined ? null : isoTime(next);
}

/** Statements that note the provider's word on a text of ours, where `wanted` holds. One that did not arrive is dispatched once more. Repeats change nothing. */
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
