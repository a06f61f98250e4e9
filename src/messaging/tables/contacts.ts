import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the team itself knows of a contact, by an import or by hand. Syncs never change it. */
export interface OwnContact {
  readonly name: string;
  readonly company: string | null;
  readonly role: string | null;
  /** E.164. */
  readonly numbers: readonly string[];
  readonly emails: readonly string[];
  readonly notes: string;
}

/** The `connectionId` of contacts that are in no phone system. */
export const OWN = "own";

/**
 * The phone system's contacts as last read (src/messaging/contacts), and the team's own. The provider is
 * authoritative for its contacts; all our lists and lookups read this copy.
 */
export const contacts = sqliteTable(
  "contacts",
  {
    tenantId: text("tenant_id").notNull(),
    /** The provider's ID, or ours. */
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    name: text("name").notNull(),
    /** Lowercase name without accents, used for sorting. */
    sortName: text("sort_name").notNull(),
    company: text("company"),
    role: text("role"),
    numbers: text("numbers", { mode: "json" })
      .$type<readonly { readonly label: string; readonly number: string }[]>()
      .notNull(),
    emails: text("emails", { mode: "json" }).$type<readonly string[]>().notNull(),
    internal: integer("internal", { mode: "boolean" }).notNull(),
    /** Provider time; null if not given. */
    createdAt: text("created_at"),
    /** Included in the fields above: it fills what the provider leaves empty. Null if the team added nothing. */
    own: text("own", { mode: "json" }).$type<OwnContact>(),
    /**
     * When it was last written, or seen by a marking sync. Contacts the provider no longer has keep an old
     * value and are removed.
     */
    seenAt: text("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("contacts_name").on(table.tenantId, table.sortName, table.id),
    index("contacts_seen").on(table.tenantId, table.connectionId, table.seenAt),
  ],
);

/**
 * Owners of numbers (E.164), e-mail addresses (lowercase) and domains (`@example.com`); several people may
 * share one.
 */
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

/**
 * Search words of a contact, lowercase without accents: name, company, role, unit, parts of addresses and
 * numbers.
 */
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

/** Progress of a connection's contact sync. */
export const contactSyncs = sqliteTable(
  "contact_syncs",
  {
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    /** Start of the next page; null for the first. */
    cursor: text("cursor"),
    /** When the current sync started. */
    startedAt: text("started_at").notNull(),
    /** Contacts read so far. */
    listed: integer("listed").notNull(),
    /** When a sync last completed; null before the first. */
    finishedAt: text("finished_at"),
    /**
     * Whether this sync marks every contact it sees, because the previous one listed fewer than are stored.
     */
    marks: integer("marks", { mode: "boolean" }).notNull().default(false),
    failures: integer("failures").notNull(),
    problem: text("problem"),
    /** When the next work is due, and the lease of the current worker. Null while nothing is connected. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.connectionId] }),
    index("contact_syncs_due").on(table.dueAt),
  ],
);
