import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A tenant's mirror on GitHub: how far both sides have been brought together, and what is wrong. Its token is a connection's. */
export const mirrors = sqliteTable(
  "mirrors",
  {
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    /** `owner/name`. */
    repository: text("repository").notNull(),
    branch: text("branch").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    /** Whether what is filed with accounts goes there too. */
    withSources: integer("with_sources", { mode: "boolean" }).notNull().default(false),
    /** The commit both sides were last brought together at; null before the first. */
    headSha: text("head_sha"),
    syncedAt: text("synced_at"),
    /** When the last look began: files changed since are still to be mirrored. */
    lookedAt: text("looked_at"),
    problem: text("problem"),
    /** Since when no look has gone well. */
    problemAt: text("problem_at"),
    /** One look at a time; a dead one's lease runs out. */
    leasedUntil: text("leased_until").notNull(),
    enabledBy: text("enabled_by").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId] })],
);

/** What both sides of a mirror held of a file when they were last brought together: the base of a three-way merge. */
export const mirrorFiles = sqliteTable(
  "mirror_files",
  {
    tenantId: text("tenant_id").notNull(),
    path: text("path").notNull(),
    etag: text("etag").notNull(),
    sha256: text("sha256").notNull(),
    /** Git's own name of the content. */
    blobSha: text("blob_sha").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.path] })],
);

/** Files of the branch that are not taken in, by content: no text, or too long. What is known here is not fetched again. */
export const mirrorUnreadable = sqliteTable(
  "mirror_unreadable",
  {
    tenantId: text("tenant_id").notNull(),
    path: text("path").notNull(),
    blobSha: text("blob_sha").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.path] })],
);
