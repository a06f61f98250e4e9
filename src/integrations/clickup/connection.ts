/** A tenant's ClickUp connection: the workspace, and the spaces that are read and written. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

const placeSchema = z.object({ id: z.string().regex(/^\d+$/), name: z.string().min(1) });

const clickUpSettingsSchema = z.object({
  workspace: placeSchema,
  /** Each space costs two requests per list lookup. */
  spaces: z.array(placeSchema).min(1).max(10),
});
export type ClickUpSettings = z.infer<typeof clickUpSettingsSchema>;

export const clickUpConnections: ConnectionKind<ClickUpSettings> = {
  vendor: "clickup",
  settings: clickUpSettingsSchema,
  credentialField: "token",
};
