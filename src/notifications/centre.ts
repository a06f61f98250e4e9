/**
 * The notification center: the fallback if no device is notified. Read state is per person, acknowledgment is
 * shared by the team.
 */
import { and, desc, eq, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { auditIf } from "../platform/audit/index.ts";
import { byIds, users } from "../platform/db/index.ts";
import { notificationDeliveries, notificationReads, notifications } from "./tables/notifications.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import { isOpenTo, readerOf } from "../platform/privacy.ts";
import { MOST_UNREAD, type NotificationView } from "./api/notifications.ts";
import { replaceShown, tagOf } from "./approval-notifications.ts";
import { ASKED_ABOUT } from "./tell-asker.ts";
import type { NotificationDeps } from "./ports.ts";
import { MEMBER_KEY, TEAM_KEY, type NotificationRow } from "./ring-schedule.ts";

type Db = Pick<NotificationDeps, "db">;

/** A page of the notification center. */
interface NotificationPage {
  readonly items: NotificationView[];
  readonly nextCursor: string | null;
  readonly unread: number;
}

const SHOWN = sql`${notifications.kind} <> 'test' and ${notifications.only} is not 'push'`;

/**
 * Thread mentions and assignments, source news and project news are visible only to their recipient; news of
 * a private conversation only to those who may read it.
 */
export function isFor(db: Db["db"], userId: string | null): SQL {
  const isPrivate = sql`(${notifications.subjectId} like 'thread:%' or ${notifications.subjectId} like ${`${ASKED_ABOUT}%`} or ${notifications.dedupeKey} like ${`${TEAM_KEY}${MEMBER_KEY}%`})`;
  return sql`(${isPrivate} is not true or ${notifications.audience} is null
    or exists (select 1 from json_each(${notifications.audience}) where value = ${userId}))
    and ${isOpenTo(db, userId, notifications.subjectId)}`;
}

/**
 * Condition: notifications for a member, as an answer may quote them that the team reads: none about a private
 * conversation. Null: the whole team's alone.
 */
export function shownTo(db: Db["db"], userId: string | null): SQL {
  return sql`${SHOWN} and ${isFor(db, userId)} and ${isOpenTo(db, null, notifications.subjectId)}`;
}

/**
 * Newest first, as visible to `userId`, without device tests. Throws `invalid_request` for a foreign cursor.
 */
export async function listNotifications(
  deps: Db,
  userId: string,
  page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<NotificationPage> {
  const limit = page.limit ?? LIMITS.pageSize;
  const [rows, unread] = await Promise.all([
    deps.db
      .rows(
        notifications,
        and(SHOWN, isFor(deps.db, userId), page.cursor === undefined ? undefined : after(page.cursor)),
      )
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit + 1),
    countUnread(deps, userId),
  ]);
  const visible = rows.slice(0, limit);
  const last = visible.at(-1);
  return {
    items: await views(deps, userId, visible),
    nextCursor: rows.length > limit && last !== undefined ? `${last.createdAt}~${last.id}` : null,
    unread,
  };
}

/** Number of unseen notifications, counted up to `MOST_UNREAD`. Resolved ones don't count. */
async function countUnread({ db }: Db, userId: string): Promise<number> {
  const isUnread = and(SHOWN, isFor(db, userId), unreadBy(db.tenantId, userId));
  return (await db.pick({ id: notifications.id }, notifications, isUnread).limit(MOST_UNREAD)).length;
}

function unreadBy(tenantId: string, userId: string): SQL {
  const through = sql`(select ${users.notificationsReadThrough} from ${users} where ${users.tenantId} = ${tenantId} and ${users.id} = ${userId})`;
  return sql`${notifications.resolvedAt} is null
    and ${notifications.createdAt} > coalesce(${through}, '')
    and not exists (select 1 from ${notificationReads} where ${notificationReads.tenantId} = ${tenantId}
      and ${notificationReads.userId} = ${userId} and ${notificationReads.notificationId} = ${notifications.id})`;
}

/** Marks some or all as seen by a person. Returns the remaining count. Idempotent. */
export async function markRead(
  deps: Pick<NotificationDeps, "db" | "clock">,
  userId: string,
  ids: readonly string[] | undefined,
): Promise<{ unread: number }> {
  const { db } = deps;
  const now = isoTime(deps.clock.now());
  if (ids === undefined) {
    await db.batch([
      db.update(users, { notificationsReadThrough: now }, eq(users.id, userId)),
      db.remove(notificationReads, eq(notificationReads.userId, userId)),
    ]);
  } else {
    await db.batch(
      ids.map((notificationId) =>
        db.insertIf(
          notificationReads,
          { userId, notificationId, readAt: now },
          notifications,
          eq(notifications.id, notificationId),
        ),
      ),
    );
  }
  return { unread: await countUnread(deps, userId) };
}

/**
 * Records that a person has taken over, so that no one else is asked. For an approval it covers all its
 * notifications so far. The first one stands; idempotent. Throws `not_found`.
 */
export async function acknowledge(
  deps: Pick<NotificationDeps, "db" | "clock" | "publish">,
  by: { readonly id: string; readonly name: string },
  id: string,
): Promise<NotificationView> {
  const { db } = deps;
  const row = await db.find(notifications, and(eq(notifications.id, id), SHOWN, isFor(db, by.id)) ?? sql`0`);
  if (row === null) throw new AppError("not_found", "That notification doesn’t exist.");
  const nowMs = deps.clock.now();
  const same =
    row.kind === "approval" && row.subjectId !== null
      ? and(eq(notifications.kind, row.kind), eq(notifications.subjectId, row.subjectId))
      : eq(notifications.id, id);
  const mine = and(
    eq(notifications.id, id),
    eq(notifications.acknowledgedById, by.id),
    eq(notifications.acknowledgedAt, isoTime(nowMs)),
  );
  const entry = {
    id: `acknowledged:${id}`,
    actor: { kind: "user" as const, ...by },
    action: "notification.acknowledged",
    subject: { kind: "notification", id },
    sentence: `${by.name} is on it: ${await titleFor(db, row)}`,
  };
  const [taken] = await db.batch([
    db
      .update(
        notifications,
        {
          acknowledgedAt: isoTime(nowMs),
          acknowledgedById: by.id,
          acknowledgedByName: by.name,
          heldUntil: null,
          dueAt: null,
        },
        and(same, isNull(notifications.acknowledgedAt), isNull(notifications.resolvedAt)) ?? sql`0`,
      )
      .returning(),
    auditIf(db, entry, nowMs, notifications, mine ?? sql`0`),
  ]);
  for (const changed of taken as NotificationRow[]) {
    await deps.publish({ type: "notification.updated", id: changed.id });
  }
  const now = await db.find(notifications, eq(notifications.id, id));
  const [view] = await views(deps, by.id, now === null ? [row] : [now]);
  if (view === undefined) throw new AppError("not_found", "That notification doesn’t exist.");
  return view;
}

/** A title that everyone may see. */
async function titleFor(
  db: Db["db"],
  { subjectId, title }: Pick<NotificationRow, "subjectId" | "title">,
): Promise<string> {
  const isPrivate = subjectId !== null && (await readerOf(db, subjectId)) !== null;
  return isPrivate ? "something in a private conversation" : title;
}

/**
 * Shows on devices notified of an alert who has taken it over; approvals stay open until decided. Idempotent.
 */
export async function showTaken(deps: NotificationDeps, id: string): Promise<void> {
  const row = await deps.db.find(notifications, eq(notifications.id, id));
  if (row === null || row.kind !== "alert" || row.acknowledgedByName === null) return;
  const asked = await deps.db.pick(
    { id: notifications.id },
    notifications,
    and(eq(notifications.subjectId, row.id), eq(notifications.occasion, "on_call")),
  );
  await replaceShown(deps, [row.id, ...asked.map((one) => one.id)], {
    tag: row.tag ?? (await tagOf("notification", row.id)),
    kind: "resolved",
    title: `${row.acknowledgedByName} is on it`,
    body: row.title,
    url: row.url,
    approvalId: null,
  });
}

async function views(
  { db }: Db,
  userId: string,
  rows: readonly NotificationRow[],
): Promise<NotificationView[]> {
  const ids = sql`(select value from json_each(${JSON.stringify(rows.map((row) => row.id))}))`;
  const [counts, unread] = await Promise.all([
    db
      .pick(
        { id: notificationDeliveries.notificationId, sent: sql<number>`count(*)`.mapWith(Number) },
        notificationDeliveries,
        and(eq(notificationDeliveries.status, "sent"), inArray(notificationDeliveries.notificationId, ids)),
      )
      .groupBy(notificationDeliveries.notificationId),
    db.pick(
      { id: notifications.id },
      notifications,
      byIds(
        notifications.id,
        rows.map((row) => row.id),
        unreadBy(db.tenantId, userId),
      ),
    ),
  ]);
  const sent = new Map(counts.map((row) => [row.id, row.sent]));
  const waiting = new Set(unread.map((row) => row.id));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ...codeOf(row),
    title: row.title,
    body: row.body,
    url: row.url,
    createdAt: row.createdAt,
    resolvedAt: row.resolvedAt,
    resolution: row.resolution,
    deliveries: sent.get(row.id) ?? 0,
    urgent: row.urgent,
    read: !waiting.has(row.id),
    heldUntil: row.heldUntil,
    acknowledgedAt: row.acknowledgedAt,
    acknowledgedBy: row.acknowledgedByName,
    escalations: row.escalations,
  }));
}

/** The alert code, from its key (`alert:<code>:<when>`). */
function codeOf({ dedupeKey }: NotificationRow): { code?: string } {
  const [kind, code] = dedupeKey.split(":");
  return kind === "alert" && code !== undefined ? { code } : {};
}

function after(cursor: string) {
  const [createdAt, id, ...rest] = cursor.split("~");
  if (
    createdAt === undefined ||
    id === undefined ||
    rest.length > 0 ||
    !/^\d{4}-[\d:.TZ-]+$/.test(createdAt)
  ) {
    throw new AppError("invalid_request", "This cursor doesn’t belong to this list.");
  }
  return or(
    lt(notifications.createdAt, createdAt),
    and(eq(notifications.createdAt, createdAt), lt(notifications.id, id)),
  );
}
