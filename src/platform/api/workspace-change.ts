/**
 * Change notifications of workspace files, sent to every open page; the rest of the workspace's contract is
 * loaded with its pages.
 */
import * as z from "zod";

export const fileAuthorSchema = z.object({
  kind: z.enum(["user", "agent", "system"]),
  id: z.string(),
  name: z.string(),
});
export type FileAuthor = z.infer<typeof fileAuthorSchema>;

/** What a version changed. */
export const fileChangeSchema = z.enum(["created", "edited", "moved", "deleted", "restored", "imported"]);
export type FileChange = z.infer<typeof fileChangeSchema>;

/** A changed file or folder, for open pages. */
export const workspaceChangeSchema = z.object({
  path: z.string(),
  change: z.union([fileChangeSchema, z.literal("folder")]),
  /** The current version; null if deleted. */
  etag: z.string().nullable(),
  /** The previous path of a moved file. */
  from: z.string().nullable(),
  author: fileAuthorSchema,
});
export type WorkspaceChange = z.infer<typeof workspaceChangeSchema>;
