/** News of one file of the workspace, which every open page hears; the rest of the workspace's contract comes with its pages. */
import * as z from "zod";

/** Who wrote. */
export const fileAuthorSchema = z.object({
  kind: z.enum(["user", "agent", "system"]),
  id: z.string(),
  name: z.string(),
});
export type FileAuthor = z.infer<typeof fileAuthorSchema>;

/** What a version did to its file. */
export const fileChangeSchema = z.enum(["created", "edited", "moved", "deleted", "restored", "imported"]);
export type FileChange = z.infer<typeof fileChangeSchema>;

/** News of one file or folder, for open pages. */
export const workspaceChangeSchema = z.object({
  path: z.string(),
  change: z.union([fileChangeSchema, z.literal("folder")]),
  /** The version it is at now; null where it is gone. */
  etag: z.string().nullable(),
  /** Where it was before a move. */
  from: z.string().nullable(),
  author: fileAuthorSchema,
});
export type WorkspaceChange = z.infer<typeof workspaceChangeSchema>;
