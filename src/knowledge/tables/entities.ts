import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EntityType, MentionKind, MentionRole } from "../api/entities.ts";

/**
 * People and things the team's records are about (src/knowledge/entities). A row is one way a person or thing is on record: a contact's card, a member, an address, a
 * name. Rows of the same one share `rootId`, which follows from the rows and from `entity_rulings` and is worked out again where either changes.
 */
export const entities = sqliteTable(
  "entities",
  {
    tenantId: text("tenant_id").notNull(),
    /** Derived from the key: the same after the row was gone. */
    id: text("id").notNull(),
    /** What makes it this one: `contact:<id>`, `user:<id>`, `email:<address>`, `name:<words>`, `company:<words>` … */
    key: text("key").notNull(),
    type: text("type").$type<EntityType>().notNull(),
    name: text("name").notNull(),
    /** The name in lower case without accents: the order of lists. */
    sortName: text("sort_name").notNull(),
    emails: text("emails", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** E.164. */
    phones: text("phones", { mode: "json" }).$type<readonly string[]>().notNull(),
    contactId: text("contact_id"),
    /** The row that stands for it; its own id where that is this one. */
    rootId: text("root_id").notNull(),
    /** Whether it changed since `rootId` was worked out. */
    isLoose: integer("is_loose", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("entities_key").on(table.tenantId, table.key),
    index("entities_name").on(table.tenantId, table.sortName, table.id),
    index("entities_type").on(table.tenantId, table.type, table.sortName, table.id),
    index("entities_root").on(table.tenantId, table.rootId),
    index("entities_loose")
      .on(table.tenantId)
      .where(sql`is_loose = 1`),
  ],
);

/** What an entity is found by: words of its name, its whole name, addresses, numbers; lower case without accents. */
export const entityWords = sqliteTable(
  "entity_words",
  {
    tenantId: text("tenant_id").notNull(),
    word: text("word").notNull(),
    entityId: text("entity_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.entityId] }),
    index("entity_words_of").on(table.tenantId, table.entityId),
  ],
);

/** What people said of two rows: that they're the same, or that they aren't. It outlives the rows: whatever comes back, comes back as people left it. */
export const entityRulings = sqliteTable(
  "entity_rulings",
  {
    tenantId: text("tenant_id").notNull(),
    /** The lower id of the two. */
    oneId: text("one_id").notNull(),
    otherId: text("other_id").notNull(),
    /** The one of them that stands for both; null where they are not the same. */
    intoId: text("into_id"),
    byName: text("by_name").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.oneId, table.otherId] }),
    index("entity_rulings_other").on(table.tenantId, table.otherId),
  ],
);

/** Which thing on record is from, with or about whom. Texts and calls are found by their number and stand in no row here. */
export const mentions = sqliteTable(
  "mentions",
  {
    tenantId: text("tenant_id").notNull(),
    entityId: text("entity_id").notNull(),
    kind: text("kind").$type<MentionKind>().notNull(),
    itemId: text("item_id").notNull(),
    role: text("role").$type<MentionRole>().notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.entityId, table.kind, table.itemId] }),
    index("mentions_newest").on(table.tenantId, table.entityId, table.at, table.itemId),
    index("mentions_of").on(table.tenantId, table.kind, table.itemId),
  ],
);
