import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { NewsKind } from "../../platform/api/notification-kinds.ts";
import type { OnCall } from "../api/on-call.ts";
import type { RoutingRule } from "../api/routing.ts";

/** A device subscribed to Web Push. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    /**
     * Its browser session: ending it ends notifications, and the browser's next session takes them over; null
     * if there was none.
     */
    sessionId: text("session_id"),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    device: text("device").notNull(),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at"),
    /** Set while its owner has paused it. */
    pausedAt: text("paused_at"),
  },
  (table) => [uniqueIndex("push_endpoint").on(table.endpoint), index("push_tenant").on(table.tenantId)],
);

/** A team notification; `dedupeKey` makes it idempotent. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    dedupeKey: text("dedupe_key").notNull(),
    kind: text("kind", { enum: ["approval", "alert", "test"] }).notNull(),
    subjectId: text("subject_id"),
    title: text("title").notNull(),
    body: text("body").notNull(),
    url: text("url").notNull(),
    urgent: integer("urgent", { mode: "boolean" }).notNull(),
    createdAt: text("created_at").notNull(),
    resolvedAt: text("resolved_at"),
    resolution: text("resolution"),
    /** For approvals: why and how often people are notified; null otherwise. */
    occasion: text("occasion", { enum: ["requested", "reminder", "needs_human", "on_call"] }),
    ordinal: integer("ordinal").notNull().default(0),
    /** Its tag on devices; null in older rows. */
    tag: text("tag"),
    /** End of the staff quiet hours that delay its ring; null once it rang or if not delayed. */
    heldUntil: text("held_until"),
    acknowledgedAt: text("acknowledged_at"),
    acknowledgedById: text("acknowledged_by_id"),
    acknowledgedByName: text("acknowledged_by_name"),
    /** Number of people on call asked so far: the compare-and-set value of the escalation. */
    escalations: integer("escalations").notNull().default(0),
    /** Members who are notified first or only, by a routing rule; null for everyone. */
    audience: text("audience", { mode: "json" }).$type<readonly string[]>(),
    /** The only channel its recipient wants; null for all. */
    only: text("only", { enum: ["app", "push"] }),
    /** When everyone else is notified too; null if no one else is, or already was. */
    othersAt: text("others_at"),
    /** Whether the first delivery is in progress: after a crash, it is delivered to the remaining devices. */
    ringing: integer("ringing", { mode: "boolean" }).notNull().default(false),
    /** When work is due: the end of a hold, or the next person on call; null if nothing is left to do. */
    dueAt: text("due_at"),
  },
  (table) => [
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
  ],
);

/** A person's notification choices, as far as they differ from the defaults. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    kind: text("kind").$type<NewsKind>().notNull(),
    channel: text("channel", { enum: ["app", "push"] }).notNull(),
    on: integer("on", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.kind, table.channel] })],
);

/** Notifications a person has seen, in addition to all up to `users.notificationsReadThrough`. */
export const notificationReads = sqliteTable(
  "notification_reads",
  {
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    notificationId: text("notification_id").notNull(),
    readAt: text("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.notificationId] })],
);

/**
 * A person on call asked about a notification: planned before being notified, so that a crash asks no one
 * twice and skips no one.
 */
export const escalations = sqliteTable(
  "escalations",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    notificationId: text("notification_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    userId: text("user_id").notNull(),
    channel: text("channel", { enum: ["push", "sms"] }).notNull(),
    /** `missed`: no device or number was reachable; the next person is asked immediately. */
    state: text("state", { enum: ["planned", "asked", "missed"] }).notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    uniqueIndex("escalations_ordinal").on(table.notificationId, table.ordinal),
    uniqueIndex("escalations_person").on(table.notificationId, table.userId),
  ],
);

/** A tenant's on-call order and staff quiet hours, replaced as a whole by compare-and-set on `version`. */
export const onCallSettings = sqliteTable("on_call_settings", {
  tenantId: text("tenant_id").primaryKey(),
  version: integer("version").notNull(),
  onCall: text("on_call", { mode: "json" }).$type<OnCall>().notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** A tenant's routing rules, replaced as a whole by compare-and-set on `version`. */
export const routingSettings = sqliteTable("routing_settings", {
  tenantId: text("tenant_id").primaryKey(),
  version: integer("version").notNull(),
  rules: text("rules", { mode: "json" }).$type<readonly RoutingRule[]>().notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** A push message to one device: claimed before it is sent, so that a repeated step does not ring twice. */
export const notificationDeliveries = sqliteTable(
  "notification_deliveries",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    notificationId: text("notification_id").notNull(),
    subscriptionId: text("subscription_id").notNull(),
    status: text("status", { enum: ["sending", "sent", "failed", "gone"] }).notNull(),
    httpStatus: integer("http_status"),
    attempts: integer("attempts").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [uniqueIndex("deliveries_once").on(table.notificationId, table.subscriptionId)],
);
