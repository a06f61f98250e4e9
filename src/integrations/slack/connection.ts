/** A tenant's Slack: one workspace, the app's own account in it, and the signing secret its requests are proven by. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

const slackSettingsSchema = z.object({
  workspace: z.object({
    id: z.string().regex(/^[TE][A-Z0-9]+$/),
    name: z.string().min(1),
    /** Where people open it: `https://alder.slack.com`, without a slash at the end. */
    url: z.url(),
  }),
  /** The app's own user, as mentions name it. */
  botUserId: z.string().regex(/^[UW][A-Z0-9]+$/),
  /** Where colleagues may write to Steward; nowhere until an admin chose it. */
  answers: z
    .object({
      /** In direct messages and by the command; mentions in channels that are not listed are answered there too. */
      direct: z.boolean(),
      /** Channels in whose threads it answers, to be read by everybody in them. */
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
