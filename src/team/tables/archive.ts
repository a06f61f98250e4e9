import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The pages of a team's archive, in the order they were written; their contents are objects of the file bucket (src/team/archive). */
export const archivePages = sqliteTable(
  "archive_pages",
  {
    tenantId: text("tenant_id").notNull(),
    kind: text("kind", { enum: ["audit", "runs", "events"] }).notNull(),
    /** From 1, without gaps, of each kind by itself. */
    page: integer("page").notNull(),
    /** The month all of its lines are of: `2025-11`. */
    month: text("month").notNull(),
    /** `begun`: the object may be there. `written`: it is there and what follows from it is noted here. `done`: its rows are gone from their table. */
    state: text("state", { enum: ["begun", "written", "done"] }).notNull(),
    /** The hash of the page before; empty for the first. */
    previous: text("previous").notNull(),
    /** The hash of this page, which no erasing changes; empty while it is only begun. */
    hash: text("hash").notNull().default(""),
    /** SHA-256 of the object's bytes. */
    digest: text("digest").notNull().default(""),
    lines: integer("lines").notNull().default(0),
    /** Lines of which only the time and the kind are left. */
    erased: integer("erased").notNull().default(0),
    sizeBytes: integer("size_bytes").notNull().default(0),
    /** Where the page's last row stands in the order they are archived in. */
    lastAt: text("last_at").notNull().default(""),
    lastId: text("last_id").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.page] }),
    index("archive_pages_month").on(table.tenantId, table.month, table.kind, table.page),
  ],
);
