/** Devices, push payloads, and the notification center. */
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
  /** Paused devices are kept but don't ring. */
  paused: z.boolean(),
});
export type PushSubscriptionView = z.infer<typeof pushSubscriptionSchema>;

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(["approval", "alert", "test"]),
  /** The alert code for admins, such as `tool_calls_spent`. */
  code: z.string().optional(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  createdAt: timeSchema,
  resolvedAt: timeSchema.nullable(),
  resolution: z.string().nullable(),
  deliveries: z.number(),
  urgent: z.boolean(),
  /** Whether the caller has seen it. */
  read: z.boolean(),
  /** End of the staff quiet hours that delay its ring; null if it rang or need not ring. */
  heldUntil: timeSchema.nullable(),
  acknowledgedAt: timeSchema.nullable(),
  /** Name of the person who acknowledged it. */
  acknowledgedBy: z.string().nullable(),
  /** Number of people on call asked so far. */
  escalations: z.number().int(),
});
export type NotificationView = z.infer<typeof notificationSchema>;

/** Who has been asked about an urgent notification that is still open. */
export const urgentSchema = z.object({
  /** The approval, conversation or thread; the notification itself if it is about nothing else. */
  subjectId: z.string(),
  at: timeSchema,
  /** Whether it rang on a device by itself, before anyone on call was asked. */
  rang: z.boolean(),
  /** People on call, in order; `by` is null for one who could not be reached. */
  asked: z.array(z.object({ name: z.string(), at: timeSchema, by: z.enum(["push", "sms"]).nullable() })),
  /** Without a name, everyone not notified yet. */
  next: z.object({ name: z.string().nullable(), at: timeSchema }).nullable(),
  acknowledged: z.object({ name: z.string(), at: timeSchema }).nullable(),
});
export type UrgentView = z.infer<typeof urgentSchema>;

/** The decrypted payload for the service worker. */
export const pushPayloadSchema = z.object({
  /** A new payload with the same tag replaces the notification. */
  tag: z.string(),
  kind: z.enum(["approval", "alert", "test", "resolved"]),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  approvalId: z.string().nullable(),
  effectHash: z.string().nullable(),
  /** Single-use token for the notification's buttons; null if it does not show the exact bytes. */
  token: z.string().nullable(),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;

/** Unread notifications are counted up to this number. */
export const MOST_UNREAD = 100;

/** Endpoints of devices and of the notification center. */
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
      /** The endpoint before the browser renewed its subscription: the device stays the same. */
      replaces: z.url().max(2000).optional(),
    }),
    output: pushSubscriptionSchema,
    status: 201,
  }),
  /** Renames or pauses a device: the caller's own, or anyone's for an admin. */
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
      /** Number of team notifications the caller has not seen, counted up to `MOST_UNREAD`. */
      unread: z.number().int(),
    }),
  }),
  /** Who has been asked about each urgent notification that is still open. */
  urgentNotifications: endpoint({
    method: "GET",
    path: "/api/notifications/urgent",
    output: z.object({ items: z.array(urgentSchema) }),
  }),
  /** Marks some as seen by the caller, or all without `ids`. Returns the remaining count. */
  readNotifications: endpoint({
    method: "POST",
    path: "/api/notifications/read",
    body: z.object({ ids: z.array(idSchema).max(200).optional() }),
    output: z.object({ unread: z.number().int() }),
  }),
  /** Acknowledges an urgent notification, which stops its escalation. Idempotent. */
  acknowledgeNotification: endpoint({
    method: "POST",
    path: "/api/notifications/:id/acknowledge",
    output: notificationSchema,
  }),
};
