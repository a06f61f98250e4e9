/** A tenant's Slack connection: one workspace, the app's bot user, and the signing secret that authenticates requests. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

const slackSettingsSchema = z.object({
  workspace: z.object({
    id: z.string().regex(/^[TE][A-Z0-9]+$/),
    name: z.string().min(1),
    /** Workspace URL without a trailing slash: `https://alder.slack.com`. */
    url: z.url(),
  }),
  /** The app's bot user, as in mentions. */
  botUserId: z.string().regex(/^[UW][A-Z0-9]+$/),
  /** Where colleagues can write to Steward; nowhere until an admin chooses. */
  answers: z
    .object({
      /** Direct messages and the slash command; mentions in unlisted channels are answered by direct message too. */
      direct: z.boolean(),
      /** Channels whose threads it answers in, visible to all their members. */
      channels: z.array(z.object({ id: z.string(), name: z.string() })).max(50),
    })
    .default({ direct: false, channels: [] }),
});
export type SlackSettings = z.infer<typeof slackSettingsSchema>;

export const slackConnections: ConnectionKind<SlackSettings> = {
  vendor: "slack",
  settings: slackSettingsSchema,
  credentialField: "token",
};
