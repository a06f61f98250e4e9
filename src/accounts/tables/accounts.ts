import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Accounts as lists and scans need them: a projection of their files, made anew from them at any time. */
export const accounts = sqliteTable(
  "accounts",
  {
    /** Name of its folder below `accounts/`. */
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    /** The id as a number: new ones count up. */
    number: integer("number").notNull(),
    name: text("name").notNull(),
    /** Folded, for order and comparison. */
    sortName: text("sort_name").notNull(),
    stage: text("stage").notNull(),
    industry: text("industry").notNull(),
    location: text("location").notNull(),
    primaryEmail: text("primary_email").notNull(),
    primaryPhone: text("primary_phone").notNull(),
    insuranceTypes: text("insurance_types", { mode: "json" }).$type<readonly string[]>().notNull(),
    nextSteps: text("next_steps", { mode: "json" }).$type<readonly string[]>().notNull(),
    pendingActions: text("pending_actions", { mode: "json" })
      .$type<readonly string[]>()
      .notNull()
      .default([]),
    /** What is known in a line, for search. */
    description: text("description").notNull(),
    lastContactAt: text("last_contact_at"),
    /** Etags of the files it was read from; null where there is none. */
    stateEtag: text("state_etag").notNull(),
    historyEtag: text("history_etag"),
    /** Id of the newest entry. */
    historyHead: text("history_head"),
    entries: integer("entries").notNull(),
    /** Seal of the history as the accounts module last wrote it (src/accounts/seal.ts); null where none was written yet. */
    seal: text("seal"),
    /** `entry`: written with an entry. `found`: of a history from before seals, as the nightly check found it. */
    sealSource: text("seal_source", { enum: ["entry", "found"] }),
    /** Why the files do not prove each other, in words; null where they do. */
    problem: text("problem"),
    /** When its history was last replayed to its state by the nightly check; empty where it never was. */
    checkedAt: text("checked_at").notNull().default(""),
    /** When admins were told of the problem; null where there is none, or nobody was yet. */
    problemToldAt: text("problem_told_at"),
    /** When its files went; the row stays, without words, so that its number is never given again. */
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

/** The words an account is found by, lower case without accents: its name, place, industry, kinds of insurance and people. */
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

/** The addresses (lower case) and numbers (E.164) of accounts' people: what comes from or goes to one of these is a source of its account. */
export const accountKeys = sqliteTable(
  "account_keys",
  {
    tenantId: text("tenant_id").notNull(),
    key: text("key").notNull(),
    accountId: text("account_id").notNull(),
    /** When what is on record of it is to be filed; null once it is. */
    dueAt: text("due_at"),
    /** How far that is: the kind, and the last thing that was filed. */
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

/** What is filed with an account: an e-mail, a call, or the texts of a day with one number. Its words are two files of the workspace. */
export const accountSources = sqliteTable(
  "account_sources",
  {
    tenantId: text("tenant_id").notNull(),
    accountId: text("account_id").notNull(),
    /** Name of its folder below `sources/<kind>/`. */
    id: text("id").notNull(),
    kind: text("kind", { enum: ["emails", "calls", "sms"] }).notNull(),
    /** Name of the thing on record: an e-mail's key, a call's id, `number day` of texts. */
    item: text("item").notNull(),
    /** The account's person it is from or to: an address or a number. */
    party: text("party").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    at: text("at").notNull(),
    /** Of an e-mail, by what another copy of it is known (src/accounts/same-mail.ts). */
    messageId: text("message_id"),
    likeness: text("likeness"),
    /** SHA-256 of its words. */
    sha256: text("sha256").notNull(),
    /** `whole`: it is short, and its summary is itself. `extract`: its beginning. `model`: written by the summarizer. `provider`: the phone system's own. */
    summary: text("summary", { enum: ["whole", "extract", "model", "provider"] }).notNull(),
    /** When it is to be read for a summary and for what it changes; null once it is, or where nobody is to. */
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
