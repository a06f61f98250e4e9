/**
 * Wire contract of the workspace: the team's memory as files. `etag` is a version's ID. A write with an etag
 * is a compare-and-set, and the 409 that answers a conflict contains everything a merge view needs.
 */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileAuthorSchema, fileChangeSchema } from "../../platform/api/workspace-change.ts";
import { WORKSPACE_LIMITS } from "./workspace-limits.ts";

/** A path as sent by a client; only the server validates it (400 `invalid_path`). */
const pathSchema = z.string().min(1).max(2_000);
/** A folder; empty or `/` for the whole workspace. */
const folderSchema = z.string().max(2_000);
const etagSchema = z.string().min(1).max(100);
const contentSchema = z
  .string()
  .max(WORKSPACE_LIMITS.fileBytes, `A file holds at most ${WORKSPACE_LIMITS.fileBytes / 1024} KB`);

/** A file without its content. */
export const fileEntrySchema = z.object({
  kind: z.literal("file"),
  path: z.string(),
  name: z.string(),
  etag: z.string(),
  version: z.number().int(),
  sizeBytes: z.number().int(),
  updatedAt: timeSchema,
  author: fileAuthorSchema,
  /** Source of untrusted content in it; null if there is none, or a person has reviewed it since. */
  source: z.string().nullable(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/** A folder, with counts of everything in it at any depth. */
export const folderEntrySchema = z.object({
  kind: z.literal("folder"),
  path: z.string(),
  name: z.string(),
  files: z.number().int(),
  updatedAt: timeSchema,
});
export type FolderEntry = z.infer<typeof folderEntrySchema>;

export const workspaceEntrySchema = z.discriminatedUnion("kind", [folderEntrySchema, fileEntrySchema]);
export type WorkspaceEntry = z.infer<typeof workspaceEntrySchema>;

/** How much of a file is in prompts; null for files that are never included automatically. */
export const promptShareSchema = z.object({
  /** `always`: in every prompt; `today`: with today's messages; `index`: name and description only. */
  when: z.enum(["always", "today", "index"]),
  usedChars: z.number().int(),
  capChars: z.number().int(),
  /** Whether content beyond the limit is left out of prompts. */
  cut: z.boolean(),
});
export type PromptShare = z.infer<typeof promptShareSchema>;

/** A file with its content, or an older version of it. */
export const fileSchema = fileEntrySchema.extend({
  content: z.string(),
  prompt: promptShareSchema.nullable(),
});
export type WorkspaceFile = z.infer<typeof fileSchema>;

export const fileVersionSchema = z.object({
  version: z.number().int(),
  etag: z.string(),
  change: fileChangeSchema,
  /** The file's path at that time. */
  path: z.string(),
  sizeBytes: z.number().int(),
  at: timeSchema,
  author: fileAuthorSchema,
  /** Its cause: the run, conversation and message; null if a person wrote it by hand. */
  runId: z.string().nullable(),
  conversationId: z.string().nullable(),
  messageId: z.string().nullable(),
  /** Source of untrusted content in it. */
  source: z.string().nullable(),
  /** The version that was restored. */
  restoredFrom: z.number().int().nullable(),
  current: z.boolean(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

/** Consecutive lines of a diff, without line breaks. */
export const diffLineSchema = z.object({
  kind: z.enum(["same", "added", "removed"]),
  /** Line numbers, starting at 1; null on the side that lacks the line. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  text: z.string(),
});
export type DiffLine = z.infer<typeof diffLineSchema>;

/** The changed parts of two texts with surrounding lines. */
export const fileDiffSchema = z.object({
  hunks: z.array(z.object({ lines: z.array(diffLineSchema) })),
  added: z.number().int(),
  removed: z.number().int(),
  /** The texts differ too much for a line-by-line diff: everything is shown as removed and added. */
  wholesale: z.boolean(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

/** A three-way merge. `conflicts` counts places a person must resolve; they are marked in the text. */
export const mergeSchema = z.object({ content: z.string(), conflicts: z.number().int() });
export type Merge = z.infer<typeof mergeSchema>;

/**
 * `details` of a 409 `changed`: input for a merge view. `theirs` and `etag` are null if the file was deleted;
 * `movedTo` is its new path. Saving the merged text with `etag` resolves the conflict.
 */
export const changedDetailsSchema = z.object({
  path: z.string(),
  etag: z.string().nullable(),
  theirs: z.string().nullable(),
  base: z.string().nullable(),
  by: fileAuthorSchema.nullable(),
  at: timeSchema.nullable(),
  movedTo: z.string().nullable(),
  merge: mergeSchema.nullable(),
});
export type ChangedDetails = z.infer<typeof changedDetailsSchema>;

/** Attribution of lines: author, time and cause, as indexes into `versions`. */
export const blameSchema = z.object({
  path: z.string(),
  etag: z.string(),
  lines: z.array(z.object({ line: z.number().int(), text: z.string(), version: z.number().int() })),
  /** The versions that lines refer to. */
  versions: z.array(fileVersionSchema),
  /** Not all versions were read, so lines of the oldest one may be older. */
  bounded: z.boolean(),
});
export type Blame = z.infer<typeof blameSchema>;

/** A line that matches the search. */
export const searchHitSchema = z.object({
  path: z.string(),
  line: z.number().int(),
  text: z.string(),
  /** Matches in `text`, as [from, to). */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** A deleted file that can be restored. */
export const deletedFileSchema = fileEntrySchema.extend({
  fileId: z.string(),
  deletedAt: timeSchema,
  deletedBy: fileAuthorSchema,
});
export type DeletedFile = z.infer<typeof deletedFileSchema>;

const writtenSchema = fileEntrySchema;

/** What prompts contain of the workspace, and how much is cut. */
export const workspaceContextSchema = z.object({
  memory: promptShareSchema.extend({ text: z.string() }),
  tree: promptShareSchema.extend({ text: z.string() }),
  notes: promptShareSchema.extend({ text: z.string() }),
});
export type WorkspaceContext = z.infer<typeof workspaceContextSchema>;

/** The result of importing an archive. */
export const importResultSchema = z.object({
  written: z.number().int(),
  unchanged: z.number().int(),
  /** `taken`: a file already exists there; `overwrite` would replace it. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), taken: z.boolean() })),
  /** Where the archive's next request starts (`&from=`); null at the end. */
  next: z.number().int().nullable(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/**
 * Endpoints of the workspace. Folder paths have no trailing slash; the `path` of the whole workspace is
 * empty.
 */
const figuresSchema = z.object({ files: z.number().int(), sizeBytes: z.number().int() });

/** Storage used by a team: its own files and accounts' sources, each with its own limit. */
export const workspaceUsageSchema = figuresSchema.extend({ sources: figuresSchema });
export type WorkspaceUsage = z.infer<typeof workspaceUsageSchema>;

export const workspaceEndpoints = {
  /** Folders first, then files, by name. 404 for a folder that does not exist. */
  ls: endpoint({
    method: "GET",
    path: "/api/workspace/ls",
    query: pageQuerySchema.extend({
      path: folderSchema.optional(),
      // Long folders are loaded and refreshed page by page.
      limit: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    output: pageOf(workspaceEntrySchema).extend({
      path: z.string(),
      usage: workspaceUsageSchema,
    }),
  }),
  read: endpoint({
    method: "GET",
    path: "/api/workspace/read",
    query: z.object({ path: pathSchema }),
    output: fileSchema,
  }),
  /**
   * With `etag`, a compare-and-set: 409 `changed` with `ChangedDetails`. Without it, creates: 409 `exists`
   * unless `overwrite`. 400 `invalid_path`, 413 `too_large`.
   */
  write: endpoint({
    method: "POST",
    path: "/api/workspace/write",
    body: z.object({
      path: pathSchema,
      content: contentSchema,
      etag: etagSchema.optional(),
      overwrite: z.boolean().optional(),
    }),
    bodyBytes: 2 * 1024 * 1024,
    output: writtenSchema,
  }),
  mkdir: endpoint({
    method: "POST",
    path: "/api/workspace/mkdir",
    body: z.object({ path: pathSchema }),
    output: folderEntrySchema,
  }),
  /**
   * Moves a file, or a folder with its contents, including history. 409 `exists` if the target exists,
   * `changed` for another `etag`.
   */
  move: endpoint({
    method: "POST",
    path: "/api/workspace/move",
    body: z.object({ from: pathSchema, to: pathSchema, etag: etagSchema.optional() }),
    output: z.object({ path: z.string(), moved: z.number().int() }),
  }),
  /** Deletes a file, or a folder with its contents. Versions are kept: `undelete` restores it. */
  remove: endpoint({
    method: "DELETE",
    path: "/api/workspace/delete",
    query: z.object({ path: pathSchema, etag: etagSchema.optional() }),
    output: z.object({ ok: z.literal(true), deleted: z.number().int(), deletionId: z.string() }),
  }),
  /** Restores one deletion, or one file. 409 `exists` if another file has taken its place. */
  undelete: endpoint({
    method: "POST",
    path: "/api/workspace/undelete",
    body: z.union([
      z.object({ deletionId: z.string().min(1).max(100) }),
      z.object({ fileId: z.string().min(1).max(100) }),
      z.object({ path: pathSchema }),
    ]),
    output: z.object({ restored: z.number().int(), paths: z.array(z.string()) }),
  }),
  /** Newest first. */
  deleted: endpoint({
    method: "GET",
    path: "/api/workspace/deleted",
    query: pageQuerySchema,
    output: pageOf(deletedFileSchema),
  }),
  /** Works for deleted files too. Newest first. */
  history: endpoint({
    method: "GET",
    path: "/api/workspace/history",
    query: pageQuerySchema.extend({ path: pathSchema }),
    output: pageOf(fileVersionSchema),
  }),
  /** An older version by `etag` or number. */
  version: endpoint({
    method: "GET",
    path: "/api/workspace/version",
    query: z.object({ path: pathSchema, etag: etagSchema.optional(), version: etagSchema.optional() }),
    output: fileVersionSchema.extend({ content: z.string() }),
  }),
  /** Makes an older version current, as a new version. */
  restore: endpoint({
    method: "POST",
    path: "/api/workspace/restore",
    body: z.object({
      path: pathSchema,
      etag: etagSchema.optional(),
      version: z.union([z.number().int().min(1), etagSchema]).optional(),
    }),
    output: writtenSchema,
  }),
  /**
   * Between two versions, by `etag` or number. Default for `to`: the newest; for `from`: the one before `to`.
   */
  diff: endpoint({
    method: "GET",
    path: "/api/workspace/diff",
    query: z.object({ path: pathSchema, from: etagSchema.optional(), to: etagSchema.optional() }),
    output: fileDiffSchema.extend({
      path: z.string(),
      from: fileVersionSchema.nullable(),
      to: fileVersionSchema,
    }),
  }),
  blame: endpoint({
    method: "GET",
    path: "/api/workspace/blame",
    query: z.object({ path: pathSchema }),
    output: blameSchema,
  }),
  /** Merges a text based on `etag` with the newest version, as the 409 of a write does. Writes nothing. */
  merge: endpoint({
    method: "POST",
    path: "/api/workspace/merge",
    body: z.object({ path: pathSchema, etag: etagSchema, content: contentSchema }),
    bodyBytes: 2 * 1024 * 1024,
    output: changedDetailsSchema,
  }),
  /** Lines that contain the words, case-insensitively. `more` if not all are returned. */
  search: endpoint({
    method: "GET",
    path: "/api/workspace/search",
    query: z.object({
      q: z.string().trim().min(1).max(200),
      path: folderSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ items: z.array(searchHitSchema), more: z.boolean() }),
  }),
  /** What prompts currently contain of the workspace. */
  context: endpoint({ method: "GET", path: "/api/workspace/context", output: workspaceContextSchema }),
  deleteAll: endpoint({
    method: "DELETE",
    path: "/api/workspace/delete-all",
    body: z.object({ confirm: z.string().max(200) }),
    output: z.object({ ok: z.literal(true), deleted: z.number().int(), deletionId: z.string() }),
    access: "admin",
  }),
} as const;

/** URLs that carry bytes instead of JSON. */
export const workspaceAddresses = {
  /** A file's raw content: `?path=`, optionally `&etag=` of an older version. */
  download: "/api/workspace/download",
  /**
   * Everything as a ZIP; `?path=` for one folder, `&only=`, up to `exportChosen` times, for entries of it by
   * name.
   */
  export: "/api/workspace/export",
  /**
   * POST a ZIP (`application/zip`); `?path=` is the target folder, `?overwrite=true` replaces existing files.
   * Returns `ImportResult`: send a large archive again with `?from=` set to `next` until that is null.
   */
  import: "/api/workspace/import",
} as const;
