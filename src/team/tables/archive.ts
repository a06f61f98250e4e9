import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Pages of a team's archive, in the order written; their contents are objects in the file bucket
 * (src/team/archive).
 */
export const archivePages = sqliteTable(
  "archive_pages",
  {
    tenantId: text().notNull(),
    kind: text({ enum: ["audit", "runs", "events"] }).notNull(),
    /** Consecutive from 1, per kind. */
    page: integer().notNull(),
    /** The month of all its lines: `2025-11`. */
    month: text().notNull(),
    /**
     * `begun`: the object may exist. `written`: it exists, and its hashes are recorded here. `done`: its rows
     * were removed from their table.
     */
    state: text({ enum: ["begun", "written", "done"] }).notNull(),
    /** Hash of the previous page; empty for the first. */
    previous: text().notNull(),
    /** Hash of this page, which erasures don't change; empty while `begun`. */
    hash: text().notNull().default(""),
    /** SHA-256 of the object's bytes. */
    digest: text().notNull().default(""),
    lines: integer().notNull().default(0),
    /** Lines reduced to time and kind. */
    erased: integer().notNull().default(0),
    sizeBytes: integer().notNull().default(0),
    /** Position of the page's last row in archiving order. */
    lastAt: text().notNull().default(""),
    lastId: text().notNull().default(""),
    /** When it was proven last, and what was wrong then; null where nothing was. */
    checkedAt: text().notNull().default(""),
    problem: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.page] }),
    index("archive_pages_month").on(table.tenantId, table.month, table.kind, table.page),
    index("archive_pages_checked").on(table.tenantId, table.checkedAt, table.kind, table.page),
    index("archive_pages_broken")
      .on(table.tenantId, table.kind, table.page)
      .where(sql`problem is not null`),
  ]),
);
