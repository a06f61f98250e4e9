import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What is still to be brought into the search index, as the release before kept it: events say it now. Its rows are indexed and removed like any
 * event; the table is dropped with the next release.
 */
export const searchOutbox = sqliteTable(
  "search_outbox",
  {
    tenantId: text("tenant_id").notNull(),
    source: text("source").notNull(),
    itemId: text("item_id").notNull(),
    /** ms; a later change of the same thing makes it greater. */
    queuedAt: integer("queued_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.source, table.itemId] }),
    index("search_outbox_age").on(table.queuedAt),
  ],
);
