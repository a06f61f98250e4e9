import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SaidName } from "../../platform/said-names.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** Sources read from connected services, and their progress. */
export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    vendor: text("vendor").notNull(),
    kind: text("kind").$type<KnowledgeKind>().notNull(),
    /** Whose view of the service: a mailbox; empty if the connection has only one view. */
    person: text("person").notNull(),
    /** How far back it reads. */
    windowDays: integer("window_days").notNull(),
    state: text("state", { enum: ["reading", "waiting", "paused", "removing"] }).notNull(),
    /** Pass counter: items a full pass didn't see are gone. */
    pass: integer("pass").notNull(),
    /** Full pass, as opposed to changes since `since`. */
    isWhole: integer("is_whole", { mode: "boolean" }).notNull(),
    since: text("since"),
    /** The next page; null at the start of a pass. */
    cursor: text("cursor"),
    /** Whether listing is complete and missing items are being deleted. */
    isSweeping: integer("is_sweeping", { mode: "boolean" }).notNull(),
    /** The service reported an incomplete list, so nothing is deleted after this pass. */
    isPartial: integer("is_partial", { mode: "boolean" }).notNull(),
    startedAt: text("started_at").notNull(),
    /** Items processed in this pass, and the total; null if the service doesn't say. */
    done: integer("done").notNull(),
    expected: integer("expected"),
    /** Items processed of the current page; for display only. */
    within: integer("within").notNull(),
    /** Items at the end of the last pass, and those without complete text. */
    items: integer("items").notNull(),
    notRead: integer("not_read").notNull(),
    /** Start of the last completed full pass; null before the first. */
    wholeAt: text("whole_at"),
    /** End of the last completed pass. */
    finishedAt: text("finished_at"),
    failures: integer("failures").notNull(),
    problem: text("problem"),
    dueAt: text("due_at"),
    /** Whether its long items are summarized, and the progress. */
    summarizes: integer("summarizes", { mode: "boolean" }).notNull().default(false),
    summaryDueAt: text("summary_due_at"),
    summaryFailures: integer("summary_failures").notNull().default(0),
    summaryProblem: text("summary_problem"),
    /** Who can find its items: everyone, or the owner only. */
    ownerId: text("owner_id"),
    visibility: text("visibility", { enum: ["team", "owner"] })
      .notNull()
      .default("team"),
    /** Who requested it and is notified after the first pass, and when; null once notified. */
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

/** A pass over a source that someone asked for, a daily full one, or one that failed. Kept for 30 days. */
export const knowledgeRuns = sqliteTable(
  "knowledge_runs",
  {
    /** The source and its pass. */
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    /** Runs asked for in one call share it. */
    syncId: text("sync_id").notNull(),
    sourceId: text("source_id").notNull(),
    vendor: text("vendor").notNull(),
    kind: text("kind").$type<KnowledgeKind>().notNull(),
    person: text("person").notNull(),
    windowDays: integer("window_days").notNull(),
    status: text("status", { enum: ["running", "completed", "failed"] }).notNull(),
    /** Items that the pass went through. */
    items: integer("items").notNull(),
    problem: text("problem"),
    /** Who asked; null for Steward's own passes. */
    byName: text("by_name"),
    startedAt: text("started_at").notNull(),
    finishedAt: text("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("knowledge_runs_newest").on(table.tenantId, table.startedAt, table.id),
    index("knowledge_runs_sync").on(table.tenantId, table.syncId),
    index("knowledge_runs_source").on(table.tenantId, table.sourceId, table.startedAt),
  ],
);

/** An item of a source as last read. Its text is in R2 under its ID. */
export const knowledgeItems = sqliteTable(
  "knowledge_items",
  {
    id: text("id").notNull(),
    tenantId: text("tenant_id").notNull(),
    sourceId: text("source_id").notNull(),
    kind: text("kind").$type<KnowledgeKind>().notNull(),
    /** The service's ID. */
    externalId: text("external_id").notNull(),
    title: text("title").notNull(),
    /** Last modification; for an event, its start. */
    at: text("at").notNull(),
    /** URL at the service. */
    link: text("link").notNull(),
    people: text("people", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Ordered facts besides the text, such as a status. */
    facts: text("facts", { mode: "json" }).$type<readonly (readonly [string, string])[]>().notNull(),
    /** The service's version: an unchanged one isn't read again. */
    stamp: text("stamp").notNull(),
    /** SHA-256 of all indexed content. */
    hash: text("hash").notNull(),
    characters: integer("characters").notNull(),
    /** Why there is no text, or not all of it. */
    note: text("note"),
    /** The last pass that saw it. */
    seen: integer("seen").notNull(),
    readAt: text("read_at").notNull(),
    /** Model-written summary; null if not requested or unusable. */
    summary: text("summary"),
    /** Whom and what it names, as a model found with the summary; null if none was made. */
    said: text("said", { mode: "json" }).$type<readonly SaidName[]>(),
    /** SHA-256 of the summarized content, which is never submitted twice. */
    summaryKey: text("summary_key"),
    /** When the summary was requested. */
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
    index("knowledge_items_summarized")
      .on(table.tenantId, table.summarizedAt)
      .where(sql`summarized_at is not null`),
    index("knowledge_items_unsummarized")
      .on(table.tenantId, table.sourceId, table.at)
      .where(sql`summary_key is not null and summarized_at is null`),
  ],
);
