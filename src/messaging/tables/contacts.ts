import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

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
    tenantId: text().notNull(),
    /** The provider's ID, or ours. */
    id: text().notNull(),
    connectionId: text().notNull(),
    firstName: text(),
    lastName: text(),
    name: text().notNull(),
    /** Lowercase name without accents, used for sorting. */
    sortName: text().notNull(),
    company: text(),
    role: text(),
    numbers: text({ mode: "json" })
      .$type<readonly { readonly label: string; readonly number: string }[]>()
      .notNull(),
    emails: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    internal: integer({ mode: "boolean" }).notNull(),
    /** Provider time; null if not given. */
    createdAt: text(),
    /** Included in the fields above: it fills what the provider leaves empty. Null if the team added nothing. */
    own: text({ mode: "json" }).$type<OwnContact>(),
    /**
     * When it was last written, or seen by a marking sync. Contacts the provider no longer has keep an old
     * value and are removed.
     */
    seenAt: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("contacts_name").on(table.tenantId, table.sortName, table.id),
    index("contacts_seen").on(table.tenantId, table.connectionId, table.seenAt),
  ]),
);

/**
 * Owners of numbers (E.164), e-mail addresses (lowercase) and domains (`@example.com`); several people may
 * share one.
 */
export const contactKeys = sqliteTable(
  "contact_keys",
  {
    tenantId: text().notNull(),
    key: text().notNull(),
    contactId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.key, table.contactId] }),
    index("contact_keys_held").on(table.tenantId, table.contactId, table.key),
  ]),
);

/**
 * Search words of a contact, lowercase without accents: name, company, role, unit, parts of addresses and
 * numbers.
 */
export const contactWords = sqliteTable(
  "contact_words",
  {
    tenantId: text().notNull(),
    word: text().notNull(),
    contactId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.contactId] }),
    index("contact_words_of").on(table.tenantId, table.contactId),
  ]),
);

/** Progress of a connection's contact sync. */
export const contactSyncs = sqliteTable(
  "contact_syncs",
  {
    tenantId: text().notNull(),
    connectionId: text().notNull(),
    /** Start of the next page; null for the first. */
    cursor: text(),
    /** When the current sync started. */
    startedAt: text().notNull(),
    /** Contacts read so far. */
    listed: integer().notNull(),
    /** When a sync last completed; null before the first. */
    finishedAt: text(),
    /**
     * Whether this sync marks every contact it sees, because the previous one listed fewer than are stored.
     */
    marks: integer({ mode: "boolean" }).notNull().default(false),
    failures: integer().notNull(),
    problem: text(),
    /** When the next work is due, and the lease of the current worker. Null while nothing is connected. */
    dueAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.connectionId] }),
    index("contact_syncs_due").on(table.dueAt),
  ]),
);
