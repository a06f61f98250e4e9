import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FileAuthor, FileChange } from "../../platform/api/workspace-change.ts";

/**
 * The head of every file, current or deleted. A head moves only by compare-and-set on `etag`, together with
 * its version's row. Keys are case-folded paths: two current files never differ only by case.
 */
export const workspaceFiles = sqliteTable(
  "workspace_files",
  {
    /** Stays the same when the file moves. */
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    path: text("path").notNull(),
    pathKey: text("path_key").notNull(),
    /** Path of the parent folder; empty at the top. */
    folder: text("folder").notNull(),
    /** ID of the current version. */
    etag: text("etag").notNull(),
    version: integer("version").notNull(),
    /** SHA-256 of the content, which is the blob's name. */
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    author: text("author", { mode: "json" }).$type<FileAuthor>().notNull(),
    /** Source of untrusted content in it; null if there is none, or a person has reviewed it since. */
    source: text("source"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    deletedAt: text("deleted_at"),
    /** Shared by everything one deletion removed. */
    deletionId: text("deletion_id"),
  },
  (table) => [
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
  ],
);

/** Every version of every file; immutable. Its content is the blob named by `sha256`. */
export const workspaceVersions = sqliteTable(
  "workspace_versions",
  {
    /** The etag. */
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    fileId: text("file_id").notNull(),
    version: integer("version").notNull(),
    change: text("change").$type<FileChange>().notNull(),
    path: text("path").notNull(),
    sha256: text("sha256").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    author: text("author", { mode: "json" }).$type<FileAuthor>().notNull(),
    runId: text("run_id"),
    conversationId: text("conversation_id"),
    messageId: text("message_id"),
    source: text("source"),
    restoredFrom: integer("restored_from"),
    at: text("at").notNull(),
  },
  (table) => [
    uniqueIndex("workspace_versions_once").on(table.tenantId, table.fileId, table.version),
    index("workspace_versions_at").on(table.tenantId, table.at),
    index("workspace_versions_run").on(table.tenantId, table.runId),
    index("workspace_versions_content").on(table.tenantId, table.sha256),
  ],
);

/** Folders, including empty ones. A folder exists until it is deleted or moved. */
export const workspaceFolders = sqliteTable(
  "workspace_folders",
  {
    tenantId: text("tenant_id").notNull(),
    pathKey: text("path_key").notNull(),
    path: text("path").notNull(),
    /** The parent folder; empty at the top. */
    folder: text("folder").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.pathKey] }),
    index("workspace_folders_folder").on(table.tenantId, table.folder),
  ],
);

/** Case-folded words of current files for search: derived from the blobs. */
export const workspaceWords = sqliteTable(
  "workspace_words",
  {
    tenantId: text("tenant_id").notNull(),
    fileId: text("file_id").notNull(),
    etag: text("etag").notNull(),
    words: text("words").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.fileId] })],
);

/** Usage counters of a team's workspace, and the file list for prompts, rebuilt only when a name changes. */
export const workspaceState = sqliteTable("workspace_state", {
  tenantId: text("tenant_id").primaryKey(),
  files: integer("files").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  /** The part of these that are accounts' sources, which have their own quota. */
  sourceFiles: integer("source_files").notNull().default(0),
  sourceBytes: integer("source_bytes").notNull().default(0),
  /** Incremented with every file or folder created, moved or deleted. */
  namesVersion: integer("names_version").notNull(),
  tree: text("tree"),
  /** The `namesVersion` the tree was built from. */
  treeVersion: integer("tree_version"),
});
