import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { EntityType, MentionKind, MentionRole } from "../api/entities.ts";

/**
 * People and things in the team's records (src/knowledge/entities). A row is one record of a person or thing: a contact card, a member,
 * an address, a name. Rows of the same entity share `rootId`, which is derived from the rows and `entity_rulings` and recomputed when
 * either changes.
 */
export const entities = sqliteTable(
  "entities",
  {
    tenantId: text().notNull(),
    /** Derived from the key, so it is stable across deletion. */
    id: text().notNull(),
    /** Identity key: `contact:<id>`, `user:<id>`, `email:<address>`, `name:<words>`, `company:<words>` … */
    key: text().notNull(),
    type: text().$type<EntityType>().notNull(),
    name: text().notNull(),
    /** Lowercase name without accents, for sorting. */
    sortName: text().notNull(),
    emails: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** E.164. */
    phones: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    contactId: text(),
    /** The representing row; may be this one. */
    rootId: text().notNull(),
    /** Whether it changed since `rootId` was computed. */
    isLoose: integer({ mode: "boolean" }).notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("entities_key").on(table.tenantId, table.key),
    index("entities_name").on(table.tenantId, table.sortName, table.id),
    index("entities_type").on(table.tenantId, table.type, table.sortName, table.id),
    index("entities_root").on(table.tenantId, table.rootId),
    index("entities_loose")
      .on(table.tenantId)
      .where(sql`is_loose = 1`),
  ]),
);

/** Search terms: words of the name, full name, addresses, numbers; lowercase without accents. */
export const entityWords = sqliteTable(
  "entity_words",
  {
    tenantId: text().notNull(),
    word: text().notNull(),
    entityId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.entityId] }),
    index("entity_words_of").on(table.tenantId, table.entityId),
  ]),
);

/** Manual decisions that two rows are the same or aren't. They outlive the rows, so that they apply again when a row comes back. */
export const entityRulings = sqliteTable(
  "entity_rulings",
  {
    tenantId: text().notNull(),
    /** The smaller of the two IDs. */
    oneId: text().notNull(),
    otherId: text().notNull(),
    /** The representing row; null if they are not the same. */
    intoId: text(),
    byName: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.oneId, table.otherId] }),
    index("entity_rulings_other").on(table.tenantId, table.otherId),
  ]),
);

/** Which items are from, with or about which entity. Texts and calls are looked up by number instead. */
export const mentions = sqliteTable(
  "mentions",
  {
    tenantId: text().notNull(),
    entityId: text().notNull(),
    kind: text().$type<MentionKind>().notNull(),
    itemId: text().notNull(),
    role: text().$type<MentionRole>().notNull(),
    at: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.entityId, table.kind, table.itemId] }),
    index("mentions_newest").on(table.tenantId, table.entityId, table.at, table.itemId),
    index("mentions_of").on(table.tenantId, table.kind, table.itemId),
  ]),
);
