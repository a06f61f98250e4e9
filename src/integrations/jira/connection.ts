/** A tenant's Jira: the site, whose token or consent it is used by, and the projects that are looked into and written to. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

/** Most projects of one connection: a search names each of them. */
export const MAX_JIRA_PROJECTS = 20;

const jiraSettingsSchema = z.object({
  /** `acme` of acme.atlassian.net. */
  site: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  /** The account the token belongs to; null by consent. */
  email: z.email().nullable().default(null),
  /** The site's id at Atlassian, by which a consent reaches it; null by key. */
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
