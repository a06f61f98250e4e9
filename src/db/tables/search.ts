import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is still to be brought into the search index: written with the fact, removed once the index has it (src/search/outbox.ts). */
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
