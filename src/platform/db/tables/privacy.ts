import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What conversations quoted of sources that not everybody finds. `readerId` is who finds the source now: a member alone, null for everybody, empty for nobody.
 * A row outlives its source.
 */
export const conversationQuotes = sqliteTable(
  "conversation_quotes",
  {
    tenantId: text("tenant_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    sourceId: text("source_id").notNull(),
    readerId: text("reader_id"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.conversationId, table.sourceId] }),
    index("conversation_quotes_source").on(table.tenantId, table.sourceId),
  ],
);
