import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A device that asked for Web Push. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    device: text("device").notNull(),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at"),
  },
  (table) => [uniqueIndex("push_endpoint").on(table.endpoint), index("push_tenant").on(table.tenantId)],
);

/** One notification to the team; `dedupeKey` makes a repeat the same row. */
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
  },
  (table) => [
    uniqueIndex("notifications_once").on(table.tenantId, table.dedupeKey),
    index("notifications_recent").on(table.tenantId, table.createdAt),
  ],
);

/** One push message to one device: claimed before it is sent, so that a repeat of the step does not ring twice. */
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

/**
 * Single-use tokens for the buttons of a notification. The token itself is never stored; it is bound to approval, effect hash, user
 * and device, and burned in the deciding batch.
 */
export const approvalTokens = sqliteTable(
  "approval_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    approvalId: text("approval_id").notNull(),
    effectHash: text("effect_hash").notNull(),
    userId: text("user_id").notNull(),
    subscriptionId: text("subscription_id").notNull(),
    expiresAt: text("expires_at").notNull(),
    spentAt: text("spent_at"),
  },
  (table) => [index("approval_tokens_approval").on(table.tenantId, table.approvalId)],
);
