/**
 * A member's choices of project notifications and channels. Approvals and safety alerts are not optional and
 * not listed.
 */
import * as z from "zod";
import { NEWS_KINDS, type NewsKind } from "../../platform/api/notification-kinds.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** `app`: the notification list. `push`: devices. */
export const NEWS_CHANNELS = ["app", "push"] as const;
export type NewsChannel = (typeof NEWS_CHANNELS)[number];

const BOTH = { app: true, push: true } as const;
const QUIET = { app: true, push: false } as const;
/** Defaults: devices ring only for what needs action. */
export const NEWS_DEFAULTS: Readonly<Record<NewsKind, Readonly<Record<NewsChannel, boolean>>>> = {
  assigned: BOTH,
  mentioned: BOTH,
  commented: BOTH,
  deadline: BOTH,
  due: BOTH,
  status: QUIET,
  ai: QUIET,
  rule: BOTH,
};

export const newsPreferenceSchema = z.object({
  kind: z.enum(NEWS_KINDS),
  app: z.boolean(),
  push: z.boolean(),
});
export type NewsPreference = z.infer<typeof newsPreferenceSchema>;

const preferencesSchema = z.object({ items: z.array(newsPreferenceSchema) });

/** Endpoints of the caller's own choices. */
export const notificationPreferenceEndpoints = {
  /** All kinds, one entry each. */
  notificationPreferences: endpoint({
    method: "GET",
    path: "/api/notifications/preferences",
    output: preferencesSchema,
  }),
  /** Turns one kind on or off in one channel. Idempotent. */
  setNotificationPreference: endpoint({
    method: "PUT",
    path: "/api/notifications/preferences",
    body: z.strictObject({ kind: z.enum(NEWS_KINDS), channel: z.enum(NEWS_CHANNELS), on: z.boolean() }),
    output: preferencesSchema,
  }),
};
