/** A tenant's ClickUp: the workspace, and the spaces of it that are looked into and written to. */
import * as z from "zod";
import type { ConnectionKind } from "../connections/connection.ts";

const placeSchema = z.object({ id: z.string().regex(/^\d+$/), name: z.string().min(1) });

const clickUpSettingsSchema = z.object({
  workspace: placeSchema,
  /** Each costs two requests where lists are looked up. */
  spaces: z.array(placeSchema).min(1).max(10),
});
export type ClickUpSettings = z.infer<typeof clickUpSettingsSchema>;

export const clickUpConnections: ConnectionKind<ClickUpSettings> = {
  vendor: "clickup",
  settings: clickUpSettingsSchema,
  credentialField: "token",
};
