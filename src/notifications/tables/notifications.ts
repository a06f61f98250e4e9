import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { NewsKind } from "../../platform/api/notification-kinds.ts";
import type { OnCall } from "../api/on-call.ts";
import type { RoutingRule } from "../api/routing.ts";

/** A device subscribed to Web Push. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    userId: text().notNull(),
    /**
     * Its browser session: ending it ends notifications, and the browser's next session takes them over; null
     * if there was none.
     */
    sessionId: text(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text().notNull(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
    /** Set while its owner has paused it. */
    pausedAt: text(),
  },
  keys((table) => [uniqueIndex("push_endpoint").on(table.endpoint), index("push_tenant").on(table.tenantId)]),
);

/** A team notification; `dedupeKey` makes it idempotent. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    dedupeKey: text().notNull(),
    kind: text({ enum: ["approval", "alert", "test"] }).notNull(),
    subjectId: text(),
    title: text().notNull(),
    body: text().notNull(),
    url: text().notNull(),
    urgent: integer({ mode: "boolean" }).notNull(),
    createdAt: text().notNull(),
    resolvedAt: text(),
    resolution: text(),
    /** For approvals: why and how often people are notified; null otherwise. */
    occasion: text({ enum: ["requested", "reminder", "needs_human", "on_call"] }),
    ordinal: integer().notNull().default(0),
    /** Its tag on devices; null in older rows. */
    tag: text(),
    /** End of the staff quiet hours that delay its ring; null once it rang or if not delayed. */
    heldUntil: text(),
    acknowledgedAt: text(),
    acknowledgedById: text(),
    acknowledgedByName: text(),
    /** Number of people on call asked so far: the compare-and-set value of the escalation. */
    escalations: integer().notNull().default(0),
    /** Members who are notified first or only, by a routing rule; null for everyone. */
    audience: text({ mode: "json" }).$type<readonly string[]>(),
    /** The only channel its recipient wants; null for all. */
    only: text({ enum: ["app", "push"] }),
    /** When everyone else is notified too; null if no one else is, or already was. */
    othersAt: text(),
    /** Whether the first delivery is in progress: after a crash, it is delivered to the remaining devices. */
    ringing: integer({ mode: "boolean" }).notNull().default(false),
    /** When work is due: the end of a hold, or the next person on call; null if nothing is left to do. */
    dueAt: text(),
  },
  keys((table) => [
    uniqueIndex("notifications_once").on(table.tenantId, table.dedupeKey),
    index("notifications_recent").on(table.tenantId, table.createdAt),
    index("notifications_unresolved")
      .on(table.tenantId, table.createdAt)
      .where(sql`resolved_at is null`),
    index("notifications_subject").on(table.tenantId, table.subjectId),
    index("notifications_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("notifications_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/** A person's notification choices, as far as they differ from the defaults. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    tenantId: text().notNull(),
    userId: text().notNull(),
    kind: text().$type<NewsKind>().notNull(),
    channel: text({ enum: ["app", "push"] }).notNull(),
    on: integer({ mode: "boolean" }).notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.userId, table.kind, table.channel] })]),
);

/** Notifications a person has seen, in addition to all up to `users.notificationsReadThrough`. */
export const notificationReads = sqliteTable(
  "notification_reads",
  {
    tenantId: text().notNull(),
    userId: text().notNull(),
    notificationId: text().notNull(),
    readAt: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.userId, table.notificationId] })]),
);

/**
 * A person on call asked about a notification: planned before being notified, so that a crash asks no one
 * twice and skips no one.
 */
export const escalations = sqliteTable(
  "escalations",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    notificationId: text().notNull(),
    ordinal: integer().notNull(),
    userId: text().notNull(),
    channel: text({ enum: ["push", "sms"] }).notNull(),
    /** `missed`: no device or number was reachable; the next person is asked immediately. */
    state: text({ enum: ["planned", "asked", "missed"] }).notNull(),
    at: text().notNull(),
  },
  keys((table) => [
    uniqueIndex("escalations_ordinal").on(table.notificationId, table.ordinal),
    uniqueIndex("escalations_person").on(table.notificationId, table.userId),
  ]),
);

/** A tenant's on-call order and staff quiet hours, replaced as a whole by compare-and-set on `version`. */
export const onCallSettings = sqliteTable("on_call_settings", {
  tenantId: text().primaryKey(),
  version: integer().notNull(),
  onCall: text({ mode: "json" }).$type<OnCall>().notNull(),
  updatedBy: text().notNull(),
  updatedAt: text().notNull(),
});

/** A tenant's routing rules, replaced as a whole by compare-and-set on `version`. */
export const routingSettings = sqliteTable("routing_settings", {
  tenantId: text().primaryKey(),
  version: integer().notNull(),
  rules: text({ mode: "json" }).$type<readonly RoutingRule[]>().notNull(),
  updatedBy: text().notNull(),
  updatedAt: text().notNull(),
});

/** A push message to one device: claimed before it is sent, so that a repeated step does not ring twice. */
export const notificationDeliveries = sqliteTable(
  "notification_deliveries",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    notificationId: text().notNull(),
    subscriptionId: text().notNull(),
    status: text({ enum: ["sending", "sent", "failed", "gone"] }).notNull(),
    httpStatus: integer(),
    attempts: integer().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [uniqueIndex("deliveries_once").on(table.notificationId, table.subscriptionId)]),
);
