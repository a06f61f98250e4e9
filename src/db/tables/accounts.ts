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
    /** What is known in a line, for search. */
    description: text("description").notNull(),
    lastContactAt: text("last_contact_at"),
    /** Etags of the files it was read from; null where there is none. */
    stateEtag: text("state_etag").notNull(),
    historyEtag: text("history_etag"),
    /** Id of the newest entry. */
    historyHead: text("history_head"),
    entries: integer("entries").notNull(),
    /** Why the files do not prove each other, in words; null where they do. */
    problem: text("problem"),
    /** When its files went; the row stays, without words, so that its number is never given again. */
    deletedAt: text("deleted_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("accounts_by_name").on(table.tenantId, table.sortName, table.id),
    index("accounts_by_number").on(table.tenantId, table.number),
    index("accounts_by_stage").on(table.tenantId, table.stage, table.sortName, table.id),
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
