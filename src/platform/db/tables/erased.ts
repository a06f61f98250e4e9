import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Hashes of erased contacts, numbers and addresses, so that old provider data is not imported again
 * (src/platform/erased).
 */
export const erasedKeys = sqliteTable(
  "erased_keys",
  {
    tenantId: text().notNull(),
    hash: text().notNull(),
    erasedAt: text().notNull(),
    /** The number's last opt-out choice, and when; null if there was none. */
    optedOut: integer({ mode: "boolean" }),
    choiceAt: text(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.hash] })]),
);
