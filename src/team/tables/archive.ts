import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Pages of a team's archive, in the order written; their contents are objects in the file bucket
 * (src/team/archive).
 */
export const archivePages = sqliteTable(
  "archive_pages",
  {
    tenantId: text("tenant_id").notNull(),
    kind: text("kind", { enum: ["audit", "runs", "events"] }).notNull(),
    /** Consecutive from 1, per kind. */
    page: integer("page").notNull(),
    /** The month of all its lines: `2025-11`. */
    month: text("month").notNull(),
    /**
     * `begun`: the object may exist. `written`: it exists, and its hashes are recorded here. `done`: its rows
     * were removed from their table.
     */
    state: text("state", { enum: ["begun", "written", "done"] }).notNull(),
    /** Hash of the previous page; empty for the first. */
    previous: text("previous").notNull(),
    /** Hash of this page, which erasures don't change; empty while `begun`. */
    hash: text("hash").notNull().default(""),
    /** SHA-256 of the object's bytes. */
    digest: text("digest").notNull().default(""),
    lines: integer("lines").notNull().default(0),
    /** Lines reduced to time and kind. */
    erased: integer("erased").notNull().default(0),
    sizeBytes: integer("size_bytes").notNull().default(0),
    /** Position of the page's last row in archiving order. */
    lastAt: text("last_at").notNull().default(""),
    lastId: text("last_id").notNull().default(""),
    /** When it was proven last, and what was wrong then; null where nothing was. */
    checkedAt: text("checked_at").notNull().default(""),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.page] }),
    index("archive_pages_month").on(table.tenantId, table.month, table.kind, table.page),
    index("archive_pages_checked").on(table.tenantId, table.checkedAt, table.kind, table.page),
    index("archive_pages_broken")
      .on(table.tenantId, table.kind, table.page)
      .where(sql`problem is not null`),
  ],
);
