/** How a person is reached: the devices that ring, what a push carries, and the notification centre. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const pushSubscriptionSchema = z.object({
  id: z.string(),
  device: z.string(),
  endpointHost: z.string(),
  userId: z.string(),
  userName: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  /** Paused: kept, and not rung. */
  paused: z.boolean(),
});
export type PushSubscriptionView = z.infer<typeof pushSubscriptionSchema>;

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(["approval", "alert", "test"]),
  /** Which alert to the admins it is, such as `tool_calls_spent`. */
  code: z.string().optional(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  createdAt: timeSchema,
  resolvedAt: timeSchema.nullable(),
  resolution: z.string().nullable(),
  deliveries: z.number(),
  urgent: z.boolean(),
  /** Whether you have seen it. */
  read: z.boolean(),
  /** Staff quiet hours hold its ring back until then; null where it rang or need not ring. */
  heldUntil: timeSchema.nullable(),
  acknowledgedAt: timeSchema.nullable(),
  /** Name of who acknowledged it. */
  acknowledgedBy: z.string().nullable(),
  /** How many people on call were asked so far. */
  escalations: z.number().int(),
});
export type NotificationView = z.infer<typeof notificationSchema>;

/** What the service worker gets, decrypted. */
export const pushPayloadSchema = z.object({
  /** One per thing: a new payload with the same tag replaces the notification. */
  tag: z.string(),
  kind: z.enum(["approval", "alert", "test", "resolved"]),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  approvalId: z.string().nullable(),
  effectHash: z.string().nullable(),
  /** Single-use token for the notification's own buttons; null where it did not show the exact bytes. */
  token: z.string().nullable(),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;

/** Unread notifications are counted to this many. */
export const MOST_UNREAD = 100;

/** Endpoints of devices and of the notification centre. */
export const notificationEndpoints = {
  pushKey: endpoint({
    method: "GET",
    path: "/api/push/vapid-public-key",
    output: z.object({ publicKey: z.string() }),
  }),
  subscriptions: endpoint({
    method: "GET",
    path: "/api/push/subscriptions",
    output: pageOf(pushSubscriptionSchema),
  }),
  subscribe: endpoint({
    method: "POST",
    path: "/api/push/subscriptions",
    body: z.object({
      endpoint: z.url().max(2000),
      keys: z.object({ p256dh: z.string().min(80).max(100), auth: z.string().min(16).max(40) }),
      device: z.string().max(200).optional(),
      /** The endpoint a browser had before it renewed its subscription by itself: the device stays the same one. */
      replaces: z.url().max(2000).optional(),
    }),
    output: pushSubscriptionSchema,
    status: 201,
  }),
  /** Renames or pauses a device: one's own, or anybody's for an admin. */
  updateSubscription: endpoint({
    method: "PATCH",
    path: "/api/push/subscriptions/:id",
    body: z.object({ device: z.string().trim().min(1).max(200).optional(), paused: z.boolean().optional() }),
    output: pushSubscriptionSchema,
  }),
  unsubscribe: endpoint({
    method: "DELETE",
    path: "/api/push/subscriptions",
    query: z.object({ id: z.string().max(200) }),
    output: okSchema,
  }),
  testPush: endpoint({
    method: "POST",
    path: "/api/push/test",
    output: z.object({ sent: z.number().int(), removed: z.number().int(), failed: z.number().int() }),
  }),
  notifications: endpoint({
    method: "GET",
    path: "/api/notifications",
    query: pageQuerySchema,
    output: pageOf(notificationSchema).extend({
      /** How many of the team's notifications you have not seen, counted to `MOST_UNREAD`. */
      unread: z.number().int(),
    }),
  }),
  /** Marks some as seen by you, or all without `ids`. Answers what is left. */
  readNotifications: endpoint({
    method: "POST",
    path: "/api/notifications/read",
    body: z.object({ ids: z.array(idSchema).max(200).optional() }),
    output: z.object({ unread: z.number().int() }),
  }),
  /** "I am on it": stops the escalation of an urgent one. A repeat answers as the first did. */
  acknowledgeNotification: endpoint({
    method: "POST",
    path: "/api/notifications/:id/acknowledge",
    output: notificationSchema,
  }),
};
