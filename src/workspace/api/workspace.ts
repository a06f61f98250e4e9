/**
 * The workspace on the wire: the team's memory as files. `etag` is the id of a version; a write that names one is a compare-and-set, and the
 * 409 that answers it holds all that a merge view needs.
 */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileAuthorSchema, fileChangeSchema } from "./workspace-change.ts";
import { WORKSPACE_LIMITS } from "./workspace-limits.ts";

/** A path as a client sends it; what is valid decides the server alone (400 `invalid_path`). */
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
  /** Where text from outside that stands in it came from; null where there is none, or a person has looked it over since. */
  source: z.string().nullable(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/** A folder with how much is in it, at any depth. */
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

/** What prompts hold of a file; null for one they hold nothing of by themselves. */
export const promptShareSchema = z.object({
  /** `always`: in every prompt, `today`: with the messages of today, `index`: its name and description. */
  when: z.enum(["always", "today", "index"]),
  usedChars: z.number().int(),
  capChars: z.number().int(),
  /** Whether what is beyond the cap is left out of prompts. */
  cut: z.boolean(),
});
export type PromptShare = z.infer<typeof promptShareSchema>;

/** A file with its content, or an older version of it. */
export const fileSchema = fileEntrySchema.extend({
  content: z.string(),
  prompt: promptShareSchema.nullable(),
});
export type WorkspaceFile = z.infer<typeof fileSchema>;

/** One version of a file. */
export const fileVersionSchema = z.object({
  version: z.number().int(),
  etag: z.string(),
  change: fileChangeSchema,
  /** Where the file was then. */
  path: z.string(),
  sizeBytes: z.number().int(),
  at: timeSchema,
  author: fileAuthorSchema,
  /** What led to it: the run, the conversation and the message in it; null where a person wrote by hand. */
  runId: z.string().nullable(),
  conversationId: z.string().nullable(),
  messageId: z.string().nullable(),
  /** Where outside text in it came from. */
  source: z.string().nullable(),
  /** The version a restored one brought back. */
  restoredFrom: z.number().int().nullable(),
  current: z.boolean(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

/** A run of lines of a diff. Lines carry no line break. */
export const diffLineSchema = z.object({
  kind: z.enum(["same", "added", "removed"]),
  /** Line numbers from 1; null on the side the line is not on. */
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
  text: z.string(),
});
export type DiffLine = z.infer<typeof diffLineSchema>;

/** The changed parts of two texts, each with some lines around it. */
export const fileDiffSchema = z.object({
  hunks: z.array(z.object({ lines: z.array(diffLineSchema) })),
  added: z.number().int(),
  removed: z.number().int(),
  /** The texts differ in too much to be set side by side: everything is shown as removed and added. */
  wholesale: z.boolean(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

/** Two texts that grew from one, put together. `conflicts` counts places that a person must settle; they are marked in the text. */
export const mergeSchema = z.object({ content: z.string(), conflicts: z.number().int() });
export type Merge = z.infer<typeof mergeSchema>;

/**
 * `details` of a 409 `changed`: what a merge view needs. `theirs` and `etag` are null where the file is gone; `movedTo` says where it went.
 * Saving the merged text with `etag` ends the conflict.
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

/** Who wrote a line, when and what led to it: an index into `versions`. */
export const blameSchema = z.object({
  path: z.string(),
  etag: z.string(),
  lines: z.array(z.object({ line: z.number().int(), text: z.string(), version: z.number().int() })),
  /** The versions named by lines. */
  versions: z.array(fileVersionSchema),
  /** There are more versions than were looked at: lines of the oldest may be older still. */
  bounded: z.boolean(),
});
export type Blame = z.infer<typeof blameSchema>;

/** One line that holds what was searched for. */
export const searchHitSchema = z.object({
  path: z.string(),
  line: z.number().int(),
  text: z.string(),
  /** Places of the words in `text`, as [from, to). */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** A deleted file that can be brought back. */
export const deletedFileSchema = fileEntrySchema.extend({
  fileId: z.string(),
  deletedAt: timeSchema,
  deletedBy: fileAuthorSchema,
});
export type DeletedFile = z.infer<typeof deletedFileSchema>;

const writtenSchema = fileEntrySchema;

/** What a prompt holds of the workspace, and how much of it is cut. */
export const workspaceContextSchema = z.object({
  memory: promptShareSchema.extend({ text: z.string() }),
  tree: promptShareSchema.extend({ text: z.string() }),
  notes: promptShareSchema.extend({ text: z.string() }),
});
export type WorkspaceContext = z.infer<typeof workspaceContextSchema>;

/** What one file of an archive came to. */
export const importResultSchema = z.object({
  written: z.number().int(),
  unchanged: z.number().int(),
  /** `taken`: another file is there, which `overwrite` would replace. */
  skipped: z.array(z.object({ path: z.string(), reason: z.string(), taken: z.boolean() })),
  /** Where the next request of the same archive begins (`&from=`); null where this was the last. */
  next: z.number().int().nullable(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/** Endpoints of the workspace. Folders end in no slash; `path` of the whole workspace is empty. */
const figuresSchema = z.object({ files: z.number().int(), sizeBytes: z.number().int() });

/** How much a team keeps: its own files, and what is filed with accounts, each with a limit of its own. */
export const workspaceUsageSchema = figuresSchema.extend({ sources: figuresSchema });
export type WorkspaceUsage = z.infer<typeof workspaceUsageSchema>;

export const workspaceEndpoints = {
  /** Folders first, then files, by name. 404 for a folder that is none. */
  ls: endpoint({
    method: "GET",
    path: "/api/workspace/ls",
    query: pageQuerySchema.extend({
      path: folderSchema.optional(),
      // A long folder is walked to its end and renewed page by page.
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
   * With `etag` a compare-and-set: 409 `changed` with `ChangedDetails`. Without it creates: 409 `exists` unless `overwrite`. 400
   * `invalid_path`, 413 `too_large`.
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
  /** A file or a folder with all that is in it; history goes with it. 409 `exists` where something is there, `changed` for another `etag`. */
  move: endpoint({
    method: "POST",
    path: "/api/workspace/move",
    body: z.object({ from: pathSchema, to: pathSchema, etag: etagSchema.optional() }),
    output: z.object({ path: z.string(), moved: z.number().int() }),
  }),
  /** A file or a folder with all that is in it. Versions stay: `undelete` brings it back. */
  remove: endpoint({
    method: "DELETE",
    path: "/api/workspace/delete",
    query: z.object({ path: pathSchema, etag: etagSchema.optional() }),
    output: z.object({ ok: z.literal(true), deleted: z.number().int(), deletionId: z.string() }),
  }),
  /** Brings back what one deletion took, or one file. 409 `exists` where another file has taken its place. */
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
  /** Also of a deleted file. Newest first. */
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
  /** Makes an older version the newest, as a new version. */
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
  /** Between two versions by `etag` or number; `to` left out is the newest, `from` left out the one before it. */
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
  /** Puts a text that grew from `etag` together with the newest, as the 409 of a write does. Writes nothing. */
  merge: endpoint({
    method: "POST",
    path: "/api/workspace/merge",
    body: z.object({ path: pathSchema, etag: etagSchema, content: contentSchema }),
    bodyBytes: 2 * 1024 * 1024,
    output: changedDetailsSchema,
  }),
  /** Lines that hold the words, whatever their case. `more` where there are more than were returned. */
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
  /** What prompts hold of the workspace now. */
  context: endpoint({ method: "GET", path: "/api/workspace/context", output: workspaceContextSchema }),
  deleteAll: endpoint({
    method: "DELETE",
    path: "/api/workspace/delete-all",
    body: z.object({ confirm: z.string().max(200) }),
    output: z.object({ ok: z.literal(true), deleted: z.number().int(), deletionId: z.string() }),
    access: "admin",
  }),
} as const;

/** Addresses that carry bytes instead of JSON. */
export const workspaceAddresses = {
  /** One file as it is: `?path=`, optionally `&etag=` of an older version. */
  download: "/api/workspace/download",
  /** Everything as a zip; `?path=` for one folder, `&only=`, up to `exportChosen` times, for some entries of it by their names. */
  export: "/api/workspace/export",
  /**
   * POST a zip (`application/zip`); `?path=` for the folder it goes into, `?overwrite=true` to replace what is there. Answers
   * `ImportResult`: a large archive is sent again with `?from=` of its `next` until that is null.
   */
  import: "/api/workspace/import",
} as const;
