/** A team's own service for e-mails, documents, calendar and issues: its URL, the users whose data is read, and the kinds it serves. */
import * as z from "zod";
import { dataUserSchema } from "../api/data-service.ts";
import { knowledgeKindSchema } from "../../knowledge/api/knowledge.ts";
import type { ConnectionKind } from "../connections/connection.ts";

/** Maximum users per connection. */
export const MOST_DATA_USERS = 50;

const dataServiceSettingsSchema = z.object({
  /** Without a trailing slash. */
  url: z.url().max(500),
  /** User IDs at the service. The whole team can find their data. */
  users: z.array(dataUserSchema).min(1).max(MOST_DATA_USERS),
  /** Kinds that answered a list request when connected; webhooks may deliver others. */
  serves: z.array(knowledgeKindSchema),
  /** What lists are narrowed to, by query parameter (`DATA_FILTERS`); everything if missing. */
  only: z.record(z.string().max(40), z.array(z.string().max(200)).max(50)).optional(),
});
export type DataServiceSettings = z.infer<typeof dataServiceSettingsSchema>;

export const dataServiceConnections: ConnectionKind<DataServiceSettings> = {
  vendor: "data-service",
  settings: dataServiceSettingsSchema,
  credentialField: "key",
};
