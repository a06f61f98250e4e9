/** A service of the team's own that holds its e-mails, documents, calendar and issues: where it is, whose data of it is read, and what it serves. */
import * as z from "zod";
import { dataUserSchema } from "../api/data-service.ts";
import { knowledgeKindSchema } from "../../knowledge/api/knowledge.ts";
import type { ConnectionKind } from "../connections/connection.ts";

/** Most people of one connection. */
export const MOST_DATA_USERS = 50;

const dataServiceSettingsSchema = z.object({
  /** Without a slash at the end. */
  url: z.url().max(500),
  /** Whose data is read, as the service names them: everybody in the team finds it. */
  users: z.array(dataUserSchema).min(1).max(MOST_DATA_USERS),
  /** What it answered with a list when it was connected; it may tell of more by webhook. */
  serves: z.array(knowledgeKindSchema),
});
export type DataServiceSettings = z.infer<typeof dataServiceSettingsSchema>;

export const dataServiceConnections: ConnectionKind<DataServiceSettings> = {
  vendor: "data-service",
  settings: dataServiceSettingsSchema,
  credentialField: "key",
};
