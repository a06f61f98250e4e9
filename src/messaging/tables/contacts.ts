import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The phone system's contacts as they were last read (src/messaging/contacts): the provider is the truth, and every list and look-up of ours reads these. */
export const contacts = sqliteTable(
  "contacts",
  {
    tenantId: text("tenant_id").notNull(),
    /** The provider's id. */
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    name: text("name").notNull(),
    /** The name in lower case without accents: the order of lists. */
    sortName: text("sort_name").notNull(),
    company: text("company"),
    role: text("role"),
    numbers: text("numbers", { mode: "json" })
      .$type<readonly { readonly label: string; readonly number: string }[]>()
      .notNull(),
    emails: text("emails", { mode: "json" }).$type<readonly string[]>().notNull(),
    internal: integer("internal", { mode: "boolean" }).notNull(),
    /** The provider's time; null where it does not say. */
    createdAt: text("created_at"),
    /** When it was last written, or seen by a reading that marks: what the provider does not have any more falls behind and is removed. */
    seenAt: text("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("contacts_name").on(table.tenantId, table.sortName, table.id),
    index("contacts_seen").on(table.tenantId, table.connectionId, table.seenAt),
  ],
);

/** Whose a number (E.164) or an e-mail address (lower case) is, and who has one at a domain (`@example.com`); several people may share one. */
export const contactKeys = sqliteTable(
  "contact_keys",
  {
    tenantId: text("tenant_id").notNull(),
    key: text("key").notNull(),
    contactId: text("contact_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key, table.contactId] }),
    index("contact_keys_held").on(table.tenantId, table.contactId, table.key),
  ],
);

/** The words a contact is found by, lower case without accents: name, company, role, unit, parts of addresses and numbers. */
export const contactWords = sqliteTable(
  "contact_words",
  {
    tenantId: text("tenant_id").notNull(),
    word: text("word").notNull(),
    contactId: text("contact_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.contactId] }),
    index("contact_words_of").on(table.tenantId, table.contactId),
  ],
);

/** How far the contacts of a connection have been read. */
export const contactSyncs = sqliteTable(
  "contact_syncs",
  {
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    /** Where the next page begins; null at the beginning. */
    cursor: text("cursor"),
    /** When the reading under way began. */
    startedAt: text("started_at").notNull(),
    /** Contacts read so far. */
    listed: integer("listed").notNull(),
    /** When all of them were last read; null before the first time. */
    finishedAt: text("finished_at"),
    /** Whether the reading marks all it sees, because the one before listed fewer than are kept. */
    marks: integer("marks", { mode: "boolean" }).notNull().default(false),
    failures: integer("failures").notNull(),
    problem: text("problem"),
    /** When they are read (on); whoever works on them has until then. Null while nothing is connected. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.connectionId] }),
    index("contact_syncs_due").on(table.dueAt),
  ],
);
