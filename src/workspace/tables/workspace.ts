import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { FileAuthor, FileChange } from "../../platform/api/workspace-change.ts";

/**
 * The head of every file, current or deleted. A head moves only by compare-and-set on `etag`, together with
 * its version's row. Keys are case-folded paths: two current files never differ only by case.
 */
export const workspaceFiles = sqliteTable(
  "workspace_files",
  {
    /** Stays the same when the file moves. */
    id: text().primaryKey(),
    tenantId: text().notNull(),
    path: text().notNull(),
    pathKey: text().notNull(),
    /** Path of the parent folder; empty at the top. */
    folder: text().notNull(),
    /** ID of the current version. */
    etag: text().notNull(),
    version: integer().notNull(),
    /** SHA-256 of the content, which is the blob's name. */
    sha256: text().notNull(),
    sizeBytes: integer().notNull(),
    author: text({ mode: "json" }).$type<FileAuthor>().notNull(),
    /** Source of untrusted content in it; null if there is none, or a person has reviewed it since. */
    source: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    deletedAt: text(),
    /** Shared by everything one deletion removed. */
    deletionId: text(),
  },
  keys((table) => [
    uniqueIndex("workspace_files_path")
      .on(table.tenantId, table.pathKey)
      .where(sql`deleted_at is null`),
    index("workspace_files_folder").on(table.tenantId, table.folder, table.path),
    // Limited to deleted files, so that searches for current ones don't use it.
    index("workspace_files_deleted")
      .on(table.tenantId, table.deletedAt)
      .where(sql`deleted_at is not null`),
    index("workspace_files_updated").on(table.tenantId, table.updatedAt),
    index("workspace_files_deletion")
      .on(table.tenantId, table.deletionId)
      .where(sql`deletion_id is not null`),
  ]),
);

/** Every version of every file; immutable. Its content is the blob named by `sha256`. */
export const workspaceVersions = sqliteTable(
  "workspace_versions",
  {
    /** The etag. */
    id: text().primaryKey(),
    tenantId: text().notNull(),
    fileId: text().notNull(),
    version: integer().notNull(),
    change: text().$type<FileChange>().notNull(),
    path: text().notNull(),
    sha256: text().notNull(),
    sizeBytes: integer().notNull(),
    author: text({ mode: "json" }).$type<FileAuthor>().notNull(),
    runId: text(),
    conversationId: text(),
    messageId: text(),
    source: text(),
    restoredFrom: integer(),
    at: text().notNull(),
  },
  keys((table) => [
    uniqueIndex("workspace_versions_once").on(table.tenantId, table.fileId, table.version),
    index("workspace_versions_at").on(table.tenantId, table.at),
    index("workspace_versions_run").on(table.tenantId, table.runId),
    index("workspace_versions_content").on(table.tenantId, table.sha256),
  ]),
);

/** Folders, including empty ones. A folder exists until it is deleted or moved. */
export const workspaceFolders = sqliteTable(
  "workspace_folders",
  {
    tenantId: text().notNull(),
    pathKey: text().notNull(),
    path: text().notNull(),
    /** The parent folder; empty at the top. */
    folder: text().notNull(),
    createdAt: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.pathKey] }),
    index("workspace_folders_folder").on(table.tenantId, table.folder),
  ]),
);

/** Case-folded words of current files for search: derived from the blobs. */
export const workspaceWords = sqliteTable(
  "workspace_words",
  {
    tenantId: text().notNull(),
    fileId: text().notNull(),
    etag: text().notNull(),
    words: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.fileId] })]),
);

/** Usage counters of a team's workspace, and the file list for prompts, rebuilt only when a name changes. */
export const workspaceState = sqliteTable("workspace_state", {
  tenantId: text().primaryKey(),
  files: integer().notNull(),
  sizeBytes: integer().notNull(),
  /** The part of these that are accounts' sources, which have their own quota. */
  sourceFiles: integer().notNull().default(0),
  sourceBytes: integer().notNull().default(0),
  /** Incremented with every file or folder created, moved or deleted. */
  namesVersion: integer().notNull(),
  tree: text(),
  /** The `namesVersion` the tree was built from. */
  treeVersion: integer(),
});
