/** What becomes of a person in the tables of this room. */
import { WORKING, type Erases } from "../platform/erasure.ts";

export const erases = {
  escalations: { treatment: "keep" },
  notification_deliveries: { treatment: "keep" },
  notification_preferences: { treatment: "keep" },
  notification_reads: { treatment: "drop", place: WORKING },
  notifications: { treatment: "mask", place: { what: "A notification", path: "/notifications" } },
  on_call_settings: { treatment: "list", place: { what: "The on-call order", path: "/settings/on-call" } },
  push_subscriptions: { treatment: "list", place: { what: "A device", path: "/settings/notifications" } },
  routing_settings: { treatment: "list", place: { what: "A notification rule", path: "/settings/routing" } },
} satisfies Erases;
