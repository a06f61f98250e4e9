/** Who has been asked about each urgent notification that is still open, and who is next. */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { approvals } from "../approvals/tables/approvals.ts";
import { users } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { UrgentView } from "./api/notifications.ts";
import { isFor } from "./centre.ts";
import { getOnCall } from "./on-call-settings.ts";
import type { NotificationDeps } from "./ports.ts";
import { nextAsk } from "./ring-schedule.ts";
import { escalations, notificationDeliveries, notifications } from "./tables/notifications.ts";

/** More than a team has open at once. */
const MOST = 50;

/** The newest open ones that `userId` may see. */
export async function listUrgent(
  deps: Pick<NotificationDeps, "db" | "clock" | "timeZone">,
  userId: string,
): Promise<UrgentView[]> {
  const { db, clock } = deps;
  const isOpen = and(
    isNull(notifications.resolvedAt),
    eq(notifications.urgent, true),
    sql`${notifications.kind} <> 'test' and ${notifications.occasion} is not 'on_call' and ${notifications.occasion} is not 'reminder'`,
    isFor(db, userId),
  );
  const rows = await db.rows(notifications, isOpen).orderBy(desc(notifications.createdAt)).limit(MOST);
  if (rows.length === 0) return [];
  const ids = sql`(select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
  const [steps, reached, people, { onCall }, timeZone] = await Promise.all([
    db.rows(escalations, inArray(escalations.notificationId, ids)).orderBy(asc(escalations.ordinal)),
    db
      .pick(
        { id: notificationDeliveries.notificationId },
        notificationDeliveries,
        and(eq(notificationDeliveries.status, "sent"), inArray(notificationDeliveries.notificationId, ids)),
      )
      .groupBy(notificationDeliveries.notificationId),
    db.pick({ id: users.id, name: users.name }, users, isNull(users.removedAt)),
    getOnCall(db),
    deps.timeZone(),
  ]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? "A former member";
  const members = new Set(names.keys());
  const rang = new Set(reached.map(({ id }) => id));
  const context = { nowMs: clock.now(), timeZone, open: true, members, texts: new Map() };
  return rows.map((row) => {
    const asked = steps.filter(({ notificationId }) => notificationId === row.id);
    const next = nextAsk(row, asked, onCall, context);
    return {
      subjectId: row.subjectId ?? row.id,
      at: row.createdAt,
      rang: rang.has(row.id),
      asked: asked
        .filter(({ state }) => state !== "planned")
        .map(({ userId: id, channel, state, at }) => ({
          name: nameOf(id),
          at,
          by: state === "missed" ? null : channel,
        })),
      next:
        next === null
          ? null
          : { name: next.userId === null ? null : nameOf(next.userId), at: isoTime(next.atMs) },
      acknowledged:
        row.acknowledgedAt === null
          ? null
          : { name: row.acknowledgedByName ?? "Someone", at: row.acknowledgedAt },
    };
  });
}

/** Whether an urgent notification about a conversation, or about a draft in it, is still open. */
export async function isRinging(db: NotificationDeps["db"], conversationId: string): Promise<boolean> {
  const drafts = db.pick({ id: approvals.id }, approvals, eq(approvals.conversationId, conversationId));
  const about = and(
    isNull(notifications.resolvedAt),
    eq(notifications.urgent, true),
    sql`(${notifications.subjectId} = ${conversationId} or ${notifications.subjectId} in ${drafts})`,
  );
  return (await db.find(notifications, about ?? sql`0`)) !== null;
}
