import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/** Accounts for lists and scans: a projection of their files that can be rebuilt at any time. */
export const accounts = sqliteTable(
  "accounts",
  {
    /** Name of its folder below `accounts/`. */
    id: text().notNull(),
    tenantId: text().notNull(),
    /** The numeric ID: new accounts count up. */
    number: integer().notNull(),
    name: text().notNull(),
    /** Normalized for sorting and comparison. */
    sortName: text().notNull(),
    stage: text().notNull(),
    industry: text().notNull(),
    location: text().notNull(),
    primaryEmail: text().notNull(),
    primaryPhone: text().notNull(),
    insuranceTypes: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    details: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
    nextSteps: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    pendingActions: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
    /** One-line description for search. */
    description: text().notNull(),
    lastContactAt: text(),
    /** Etags of the files it was derived from; null if there is none. */
    stateEtag: text().notNull(),
    historyEtag: text(),
    /** ID of the newest entry. */
    historyHead: text(),
    entries: integer().notNull(),
    /**
     * Seal of the history as the accounts module last wrote it (src/accounts/seal.ts); null if none was
     * written yet.
     */
    seal: text(),
    /**
     * `entry`: written with an entry. `found`: of a history from before sealing, as the nightly check found
     * it.
     */
    sealSource: text({ enum: ["entry", "found"] }),
    /** Why the files fail verification, as a sentence; null if they pass. */
    problem: text(),
    /** When the nightly check last replayed its history; empty if never. */
    checkedAt: text().notNull().default(""),
    /** When admins were notified of the problem; null if there is none, or not yet. */
    problemToldAt: text(),
    /** When its files were removed; the row remains without content, so that its number is never reused. */
    deletedAt: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("accounts_by_name").on(table.tenantId, table.sortName, table.id),
    index("accounts_by_number").on(table.tenantId, table.number),
    index("accounts_by_contact").on(table.tenantId, table.stage, table.lastContactAt),
    index("accounts_by_stage").on(table.tenantId, table.stage, table.sortName, table.id),
    index("accounts_by_check").on(table.tenantId, table.checkedAt),
    index("accounts_broken")
      .on(table.tenantId, table.id)
      .where(sql`problem is not null`),
  ]),
);

/**
 * Search words of an account, lowercase without accents: name, place, industry, insurance types and people.
 */
export const accountWords = sqliteTable(
  "account_words",
  {
    tenantId: text().notNull(),
    word: text().notNull(),
    accountId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.word, table.accountId] }),
    index("account_words_of").on(table.tenantId, table.accountId),
  ]),
);

/** Values of the teams' own fields of accounts, to sort and filter by. */
export const accountValues = sqliteTable(
  "account_values",
  {
    tenantId: text().notNull(),
    accountId: text().notNull(),
    /** The field's name, lowercase. */
    field: text().notNull(),
    /** Lowercase; a day as `2027-03-01`. */
    value: text().notNull(),
    /** The value in hundredths if it is an amount, else null. */
    hundredths: integer(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.accountId, table.field] }),
    index("account_values_by_value").on(table.tenantId, table.field, table.value, table.accountId),
    index("account_values_by_amount")
      .on(table.tenantId, table.field, table.hundredths, table.accountId)
      .where(sql`hundredths is not null`),
  ]),
);

/**
 * Addresses (lowercase) and numbers (E.164) of accounts' people: communication with one of these is a source
 * of its account.
 */
export const accountKeys = sqliteTable(
  "account_keys",
  {
    tenantId: text().notNull(),
    key: text().notNull(),
    accountId: text().notNull(),
    /** When existing records are due for filing; null once filed. */
    dueAt: text(),
    /** Filing progress: the kind, and the last filed record. */
    place: text({ mode: "json" }).$type<readonly [kind: string, after: string]>(),
    failures: integer().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.key, table.accountId] }),
    index("account_keys_of").on(table.tenantId, table.accountId, table.key),
    index("account_keys_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("account_keys_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/**
 * Sources filed with accounts: an e-mail, a call, or a day's texts with one number. The content is in two
 * workspace files.
 */
export const accountSources = sqliteTable(
  "account_sources",
  {
    tenantId: text().notNull(),
    accountId: text().notNull(),
    /** Name of its folder below `sources/<kind>/`. */
    id: text().notNull(),
    kind: text({ enum: ["emails", "calls", "sms"] }).notNull(),
    /** ID of the original record: an e-mail's key, a call's ID, or `number day` for texts. */
    item: text().notNull(),
    /** The account's person it is from or to: an address or number. */
    party: text().notNull(),
    direction: text({ enum: ["incoming", "outgoing"] }).notNull(),
    at: text().notNull(),
    /** For an e-mail: identifies other copies of it (src/accounts/same-mail.ts). */
    messageId: text(),
    likeness: text(),
    /** SHA-256 of its content. */
    sha256: text().notNull(),
    /**
     * `whole`: the text is short and its own summary. `extract`: the beginning. `model`: written by the
     * summarizer. `provider`: from the phone system.
     */
    summary: text({ enum: ["whole", "extract", "model", "provider"] }).notNull(),
    /** When it is due to be read for a summary and changes; null once read, or if not needed. */
    dueAt: text(),
    failures: integer().notNull(),
    filedAt: text().notNull(),
  },
  keys((table) => [
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
  ]),
);
