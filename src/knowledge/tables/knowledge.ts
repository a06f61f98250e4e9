import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** What is read from a connected service and kept findable, and how far reading it has got. */
export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    vendor: text("vendor").notNull(),
    kind: text("kind").$type<KnowledgeKind>().notNull(),
    /** Whose view of the service it is: a mailbox; empty where the connection has one view alone. */
    person: text("person").notNull(),
    /** How far back it reaches. */
    windowDays: integer("window_days").notNull(),
    state: text("state", { enum: ["reading", "waiting", "paused", "removing"] }).notNull(),
    /** Passes are counted: a thing that a whole pass did not see is gone. */
    pass: integer("pass").notNull(),
    /** Whether this pass looks at everything; else at what changed since `since`. */
    isWhole: integer("is_whole", { mode: "boolean" }).notNull(),
    since: text("since"),
    /** The page this pass goes on with; null at its beginning. */
    cursor: text("cursor"),
    /** Whether everything was listed and what is gone is being taken out. */
    isSweeping: integer("is_sweeping", { mode: "boolean" }).notNull(),
    /** The service said that its list is not complete: nothing is taken out after it. */
    isPartial: integer("is_partial", { mode: "boolean" }).notNull(),
    startedAt: text("started_at").notNull(),
    /** Things looked at in this pass, and how many there are; null where the service does not say. */
    done: integer("done").notNull(),
    expected: integer("expected"),
    /** Things looked at of the page that is being read: for people alone. */
    within: integer("within").notNull(),
    /** Things on record at the end of the last pass, and those without words or without all of them. */
    items: integer("items").notNull(),
    notRead: integer("not_read").notNull(),
    /** When a whole pass last began that came to its end; null before the first. */
    wholeAt: text("whole_at"),
    /** When the last pass came to its end. */
    finishedAt: text("finished_at"),
    failures: integer("failures").notNull(),
    problem: text("problem"),
    dueAt: text("due_at"),
    /** E-mails alone: whether each is summarized, and where that stands. */
    summarizes: integer("summarizes", { mode: "boolean" }).notNull().default(false),
    summaryDueAt: text("summary_due_at"),
    summaryFailures: integer("summary_failures").notNull().default(0),
    summaryProblem: text("summary_problem"),
    /** Who finds what it holds: everybody, or its owner alone. */
    ownerId: text("owner_id"),
    visibility: text("visibility", { enum: ["team", "owner"] })
      .notNull()
      .default("team"),
    /** Who had it read and hears of the end of its first reading, and when they asked; null once they were told. */
    askedById: text("asked_by_id"),
    askedAt: text("asked_at"),
    createdByName: text("created_by_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("knowledge_sources_due").on(table.dueAt),
    index("knowledge_sources_tenant_due").on(table.tenantId, table.dueAt),
    index("knowledge_sources_summary_due").on(table.summaryDueAt),
    index("knowledge_sources_tenant_summary_due").on(table.tenantId, table.summaryDueAt),
  ],
);

/** One thing of a source as it was last read. Its words are in R2 under its id. */
export const knowledgeItems = sqliteTable(
  "knowledge_items",
  {
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    sourceId: text("source_id").notNull(),
    kind: text("kind").$type<KnowledgeKind>().notNull(),
    /** As the service names it. */
    externalId: text("external_id").notNull(),
    title: text("title").notNull(),
    /** When it was last changed there; of an event, when it begins. */
    at: text("at").notNull(),
    /** Where it is looked at there. */
    link: text("link").notNull(),
    people: text("people", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Facts beside its words, in order, such as a status. */
    facts: text("facts", { mode: "json" }).$type<readonly (readonly [string, string])[]>().notNull(),
    /** The service's version of it: what has the same one isn't read again. */
    stamp: text("stamp").notNull(),
    /** SHA-256 of everything that is findable of it. */
    hash: text("hash").notNull(),
    characters: integer("characters").notNull(),
    /** Why there are no words, or not all. */
    note: text("note"),
    /** The last pass that saw it. */
    seen: integer("seen").notNull(),
    readAt: text("read_at").notNull(),
    /** What a model says of an e-mail; null where it was not asked, or answered nothing that can be read. */
    summary: text("summary"),
    /** SHA-256 of what it is asked about: the same is never asked about again. */
    summaryKey: text("summary_key"),
    /** When it was asked. */
    summarizedAt: text("summarized_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("knowledge_items_of_source").on(table.tenantId, table.sourceId, table.at, table.id),
    index("knowledge_items_seen").on(table.tenantId, table.sourceId, table.seen),
    index("knowledge_items_kind").on(table.tenantId, table.kind, table.id),
    index("knowledge_items_summary")
      .on(table.tenantId, table.summaryKey)
      .where(sql`summarized_at is not null`),
    index("knowledge_items_unsummarized")
      .on(table.tenantId, table.sourceId, table.at)
      .where(sql`summary_key is not null and summarized_at is null`),
  ],
);
