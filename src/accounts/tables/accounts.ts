import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts for lists and scans: a projection of their files that can be rebuilt at any time. */
export const accounts = sqliteTable(
  "accounts",
  {
    /** Name of its folder below `accounts/`. */
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    /** The numeric ID: new accounts count up. */
    number: integer("number").notNull(),
    name: text("name").notNull(),
    /** Normalized for sorting and comparison. */
    sortName: text("sort_name").notNull(),
    stage: text("stage").notNull(),
    industry: text("industry").notNull(),
    location: text("location").notNull(),
    primaryEmail: text("primary_email").notNull(),
    primaryPhone: text("primary_phone").notNull(),
    insuranceTypes: text("insurance_types", { mode: "json" }).$type<readonly string[]>().notNull(),
    details: text("details", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
    nextSteps: text("next_steps", { mode: "json" }).$type<readonly string[]>().notNull(),
    pendingActions: text("pending_actions", { mode: "json" })
      .$type<readonly string[]>()
      .notNull()
      .default([]),
    /** One-line description for search. */
    description: text("description").notNull(),
    lastContactAt: text("last_contact_at"),
    /** Etags of the files it was derived from; null if there is none. */
    stateEtag: text("state_etag").notNull(),
    historyEtag: text("history_etag"),
    /** ID of the newest entry. */
    historyHead: text("history_head"),
    entries: integer("entries").notNull(),
    /**
     * Seal of the history as the accounts module last wrote it (src/accounts/seal.ts); null if none was
     * written yet.
     */
    seal: text("seal"),
    /**
     * `entry`: written with an entry. `found`: of a history from before sealing, as the nightly check found
     * it.
     */
    sealSource: text("seal_source", { enum: ["entry", "found"] }),
    /** Why the files fail verification, as a sentence; null if they pass. */
    problem: text("problem"),
    /** When the nightly check last replayed its history; empty if never. */
    checkedAt: text("checked_at").notNull().default(""),
    /** When admins were notified of the problem; null if there is none, or not yet. */
    problemToldAt: text("problem_told_at"),
    /** When its files were removed; the row remains without content, so that its number is never reused. */
    deletedAt: text("deleted_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("accounts_by_name").on(table.tenantId, table.sortName, table.id),
    index("accounts_by_number").on(table.tenantId, table.number),
    index("accounts_by_contact").on(table.tenantId, table.stage, table.lastContactAt),
    index("accounts_by_stage").on(table.tenantId, table.stage, table.sortName, table.id),
    index("accounts_by_check").on(table.tenantId, table.checkedAt),
    index("accounts_broken")
      .on(table.tenantId, table.id)
      .where(sql`problem is not null`),
  ],
);

/**
 * Search words of an account, lowercase without accents: name, place, industry, insurance types and people.
 */
export const accountWords = sqliteTable(
  "account_words",
  {
    tenantId: text("tenant_id").notNull(),
    word: text("word").notNull(),
    accountId: text("account_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.accountId] }),
    index("account_words_of").on(table.tenantId, table.accountId),
  ],
);

/** Values of the teams' own fields of accounts, to sort and filter by. */
export const accountValues = sqliteTable(
  "account_values",
  {
    tenantId: text("tenant_id").notNull(),
    accountId: text("account_id").notNull(),
    /** The field's name, lowercase. */
    field: text("field").notNull(),
    /** Lowercase; a day as `2027-03-01`. */
    value: text("value").notNull(),
    /** The value in hundredths if it is an amount, else null. */
    hundredths: integer("hundredths"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.accountId, table.field] }),
    index("account_values_by_value").on(table.tenantId, table.field, table.value, table.accountId),
    index("account_values_by_amount")
      .on(table.tenantId, table.field, table.hundredths, table.accountId)
      .where(sql`hundredths is not null`),
  ],
);

/**
 * Addresses (lowercase) and numbers (E.164) of accounts' people: communication with one of these is a source
 * of its account.
 */
export const accountKeys = sqliteTable(
  "account_keys",
  {
    tenantId: text("tenant_id").notNull(),
    key: text("key").notNull(),
    accountId: text("account_id").notNull(),
    /** When existing records are due for filing; null once filed. */
    dueAt: text("due_at"),
    /** Filing progress: the kind, and the last filed record. */
    place: text("place", { mode: "json" }).$type<readonly [kind: string, after: string]>(),
    failures: integer("failures").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key, table.accountId] }),
    index("account_keys_of").on(table.tenantId, table.accountId, table.key),
    index("account_keys_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("account_keys_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/**
 * Sources filed with accounts: an e-mail, a call, or a day's texts with one number. The content is in two
 * workspace files.
 */
export const accountSources = sqliteTable(
  "account_sources",
  {
    tenantId: text("tenant_id").notNull(),
    accountId: text("account_id").notNull(),
    /** Name of its folder below `sources/<kind>/`. */
    id: text("id").notNull(),
    kind: text("kind", { enum: ["emails", "calls", "sms"] }).notNull(),
    /** ID of the original record: an e-mail's key, a call's ID, or `number day` for texts. */
    item: text("item").notNull(),
    /** The account's person it is from or to: an address or number. */
    party: text("party").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    at: text("at").notNull(),
    /** For an e-mail: identifies other copies of it (src/accounts/same-mail.ts). */
    messageId: text("message_id"),
    likeness: text("likeness"),
    /** SHA-256 of its content. */
    sha256: text("sha256").notNull(),
    /**
     * `whole`: the text is short and its own summary. `extract`: the beginning. `model`: written by the
     * summarizer. `provider`: from the phone system.
     */
    summary: text("summary", { enum: ["whole", "extract", "model", "provider"] }).notNull(),
    /** When it is due to be read for a summary and changes; null once read, or if not needed. */
    dueAt: text("due_at"),
    failures: integer("failures").notNull(),
    filedAt: text("filed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.accountId, table.id] }),
    index("account_sources_recent").on(table.tenantId, table.accountId, table.at),
    index("account_sources_mail")
      .on(table.tenantId, table.accountId, table.messageId)
      .where(sql`message_id is not null`),
    index("account_sources_alike")
      .on(table.tenantId, table.accountId, table.likeness)
      .where(sql`likeness is not null`),
    index("account_sources_party").on(table.tenantId, table.party),
    index("account_sources_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("account_sources_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);
