import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Quotes in conversations from sources with limited visibility. `readerId` is who can see the source now: one member, null for everyone, empty for no one.
 * A row outlives its source.
 */
export const conversationQuotes = sqliteTable(
  "conversation_quotes",
  {
    tenantId: text().notNull(),
    conversationId: text().notNull(),
    sourceId: text().notNull(),
    readerId: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.conversationId, table.sourceId] }),
    index("conversation_quotes_source").on(table.tenantId, table.sourceId),
  ]),
);
