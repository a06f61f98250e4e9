/** What somebody wants to hear about their projects, and where. Approvals and alerts about safety are no choice and stand in no list. */
import * as z from "zod";
import { endpoint } from "../../platform/api/endpoint.ts";

/** `deadline`: once a day, what is due. `due`: words about one task that is late or hasn’t moved. `rule`: a rule of the team's projects tells them. */
export const NEWS_KINDS = [
  "assigned",
  "mentioned",
  "commented",
  "deadline",
  "due",
  "status",
  "ai",
  "rule",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
/** `app`: the list of notifications. `push`: their devices. */
export const NEWS_CHANNELS = ["app", "push"] as const;
export type NewsChannel = (typeof NEWS_CHANNELS)[number];

const BOTH = { app: true, push: true } as const;
const QUIET = { app: true, push: false } as const;
/** What holds for whoever chose nothing: a device rings for what asks something of them. */
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

/** Endpoints of one's own choices. */
export const notificationPreferenceEndpoints = {
  /** One entry a kind, all of them. */
  notificationPreferences: endpoint({
    method: "GET",
    path: "/api/notifications/preferences",
    output: preferencesSchema,
  }),
  /** Turns one kind on or off in one place. A repeat changes nothing. */
  setNotificationPreference: endpoint({
    method: "PUT",
    path: "/api/notifications/preferences",
    body: z.strictObject({ kind: z.enum(NEWS_KINDS), channel: z.enum(NEWS_CHANNELS), on: z.boolean() }),
    output: preferencesSchema,
  }),
};
