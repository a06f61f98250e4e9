import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Hashes of erased contacts, numbers and addresses, so that old provider data is not imported again
 * (src/platform/erased).
 */
export const erasedKeys = sqliteTable(
  "erased_keys",
  {
    tenantId: text("tenant_id").notNull(),
    hash: text("hash").notNull(),
    erasedAt: text("erased_at").notNull(),
    /** The number's last opt-out choice, and when; null if there was none. */
    optedOut: integer("opted_out", { mode: "boolean" }),
    choiceAt: text("choice_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hash] })],
);
