import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The previous release's queue for the search index, since replaced by events. Remaining rows are processed like events; the table is
 * dropped in the next release.
 */
export const searchOutbox = sqliteTable(
  "search_outbox",
  {
    tenantId: text("tenant_id").notNull(),
    source: text("source").notNull(),
    itemId: text("item_id").notNull(),
    /** ms; a later change of the same item increases it. */
    queuedAt: integer("queued_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.source, table.itemId] }),
    index("search_outbox_age").on(table.queuedAt),
  ],
);
