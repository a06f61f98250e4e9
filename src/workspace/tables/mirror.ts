import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A tenant's GitHub mirror: sync progress and current problem. Its token belongs to a connection. */
export const mirrors = sqliteTable(
  "mirrors",
  {
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    /** `owner/name`. */
    repository: text("repository").notNull(),
    branch: text("branch").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    /** Whether accounts' sources are mirrored too. */
    withSources: integer("with_sources", { mode: "boolean" }).notNull().default(false),
    /** The commit of the last sync; null before the first. */
    headSha: text("head_sha"),
    syncedAt: text("synced_at"),
    /** When the last sync started: files changed since then are still to be mirrored. */
    lookedAt: text("looked_at"),
    problem: text("problem"),
    /** Since when no sync has succeeded. */
    problemAt: text("problem_at"),
    /** One sync at a time; a crashed one's lease expires. */
    leasedUntil: text("leased_until").notNull(),
    enabledBy: text("enabled_by").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId] })],
);

/** The content of each file as of the last sync: the base of three-way merges. */
export const mirrorFiles = sqliteTable(
  "mirror_files",
  {
    tenantId: text("tenant_id").notNull(),
    path: text("path").notNull(),
    etag: text("etag").notNull(),
    sha256: text("sha256").notNull(),
    /** Git's hash of the content. */
    blobSha: text("blob_sha").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.path] })],
);

/**
 * Files of the branch that are not imported, by content: not text, or too long. Avoids fetching them again.
 */
export const mirrorUnreadable = sqliteTable(
  "mirror_unreadable",
  {
    tenantId: text("tenant_id").notNull(),
    path: text("path").notNull(),
    blobSha: text("blob_sha").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.path] })],
);
