/** A tenant's Jira connection: the site, the token or consent, and the projects that are read and written. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

/** Maximum projects per connection: searches name each one. */
export const MAX_JIRA_PROJECTS = 20;

const jiraSettingsSchema = z.object({
  /** `acme` of acme.atlassian.net. */
  site: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  /** The token's account; null with OAuth. */
  email: z.email().nullable().default(null),
  /** Atlassian's site ID, which OAuth requires; null by key. */
  cloudId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable()
    .default(null),
  projects: z
    .array(
      z.object({
        key: z.string().regex(/^[A-Z][A-Z0-9_]{1,20}$/),
        name: z.string().min(1),
        isService: z.boolean(),
      }),
    )
    .min(1)
    .max(MAX_JIRA_PROJECTS),
});
export type JiraSettings = z.infer<typeof jiraSettingsSchema>;

export const jiraConnections: ConnectionKind<JiraSettings> = {
  vendor: "jira",
  settings: jiraSettingsSchema,
  credentialField: "token",
};
