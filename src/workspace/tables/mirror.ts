import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/** A tenant's GitHub mirror: sync progress and current problem. Its token belongs to a connection. */
export const mirrors = sqliteTable(
  "mirrors",
  {
    tenantId: text().notNull(),
    connectionId: text().notNull(),
    /** `owner/name`. */
    repository: text().notNull(),
    branch: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    /** Whether accounts' sources are mirrored too. */
    withSources: integer({ mode: "boolean" }).notNull().default(false),
    /** The commit of the last sync; null before the first. */
    headSha: text(),
    syncedAt: text(),
    /** When the last sync started: files changed since then are still to be mirrored. */
    lookedAt: text(),
    problem: text(),
    /** Since when no sync has succeeded. */
    problemAt: text(),
    /** One sync at a time; a crashed one's lease expires. */
    leasedUntil: text().notNull(),
    enabledBy: text().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId] })]),
);

/** The content of each file as of the last sync: the base of three-way merges. */
export const mirrorFiles = sqliteTable(
  "mirror_files",
  {
    tenantId: text().notNull(),
    path: text().notNull(),
    etag: text().notNull(),
    sha256: text().notNull(),
    /** Git's hash of the content. */
    blobSha: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.path] })]),
);

/**
 * Files of the branch that are not imported, by content: not text, or too long. Avoids fetching them again.
 */
export const mirrorUnreadable = sqliteTable(
  "mirror_unreadable",
  {
    tenantId: text().notNull(),
    path: text().notNull(),
    blobSha: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.path] })]),
);
