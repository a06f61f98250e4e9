import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { SaidName } from "../../platform/said-names.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";

/** Sources read from connected services, and their progress. */
export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    id: text().notNull(),
    tenantId: text().notNull(),
    connectionId: text().notNull(),
    vendor: text().notNull(),
    kind: text().$type<KnowledgeKind>().notNull(),
    /** Whose view of the service: a mailbox; empty if the connection has only one view. */
    person: text().notNull(),
    /** How far back it reads. */
    windowDays: integer().notNull(),
    state: text({ enum: ["reading", "waiting", "paused", "removing"] }).notNull(),
    /** Pass counter: items a full pass didn't see are gone. */
    pass: integer().notNull(),
    /** Full pass, as opposed to changes since `since`. */
    isWhole: integer({ mode: "boolean" }).notNull(),
    since: text(),
    /** The next page; null at the start of a pass. */
    cursor: text(),
    /** Whether listing is complete and missing items are being deleted. */
    isSweeping: integer({ mode: "boolean" }).notNull(),
    /** The service reported an incomplete list, so nothing is deleted after this pass. */
    isPartial: integer({ mode: "boolean" }).notNull(),
    startedAt: text().notNull(),
    /** Items processed in this pass, and the total; null if the service doesn't say. */
    done: integer().notNull(),
    expected: integer(),
    /** Items processed of the current page; for display only. */
    within: integer().notNull(),
    /** Items at the end of the last pass, and those without complete text. */
    items: integer().notNull(),
    notRead: integer().notNull(),
    /** Start of the last completed full pass; null before the first. */
    wholeAt: text(),
    /** End of the last completed pass. */
    finishedAt: text(),
    failures: integer().notNull(),
    problem: text(),
    dueAt: text(),
    /** Whether its long items are summarized, and the progress. */
    summarizes: integer({ mode: "boolean" }).notNull().default(false),
    summaryDueAt: text(),
    summaryFailures: integer().notNull().default(0),
    summaryProblem: text(),
    /** Who can find its items: everyone, or the owner only. */
    ownerId: text(),
    visibility: text({ enum: ["team", "owner"] })
      .notNull()
      .default("team"),
    /** Who requested it and is notified after the first pass, and when; null once notified. */
    askedById: text(),
    askedAt: text(),
    createdByName: text().notNull(),
    createdAt: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("knowledge_sources_due").on(table.dueAt),
    index("knowledge_sources_tenant_due").on(table.tenantId, table.dueAt),
    index("knowledge_sources_summary_due").on(table.summaryDueAt),
    index("knowledge_sources_tenant_summary_due").on(table.tenantId, table.summaryDueAt),
  ]),
);

/** A pass over a source that someone asked for, a daily full one, or one that failed. Kept for 30 days. */
export const knowledgeRuns = sqliteTable(
  "knowledge_runs",
  {
    /** The source and its pass. */
    id: text().notNull(),
    tenantId: text().notNull(),
    /** Runs asked for in one call share it. */
    syncId: text().notNull(),
    sourceId: text().notNull(),
    vendor: text().notNull(),
    kind: text().$type<KnowledgeKind>().notNull(),
    person: text().notNull(),
    windowDays: integer().notNull(),
    status: text({ enum: ["running", "completed", "failed"] }).notNull(),
    /** Items that the pass went through. */
    items: integer().notNull(),
    problem: text(),
    /** Who asked; null for Steward's own passes. */
    byName: text(),
    startedAt: text().notNull(),
    finishedAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("knowledge_runs_newest").on(table.tenantId, table.startedAt, table.id),
    index("knowledge_runs_sync").on(table.tenantId, table.syncId),
    index("knowledge_runs_source").on(table.tenantId, table.sourceId, table.startedAt),
  ]),
);

/** An item of a source as last read. Its text is in R2 under its ID. */
export const knowledgeItems = sqliteTable(
  "knowledge_items",
  {
    id: text().notNull(),
    tenantId: text().notNull(),
    sourceId: text().notNull(),
    kind: text().$type<KnowledgeKind>().notNull(),
    /** The service's ID. */
    externalId: text().notNull(),
    title: text().notNull(),
    /** Last modification; for an event, its start. */
    at: text().notNull(),
    /** URL at the service. */
    link: text().notNull(),
    people: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    /** Ordered facts besides the text, such as a status. */
    facts: text({ mode: "json" }).$type<readonly (readonly [string, string])[]>().notNull(),
    /** The service's version: an unchanged one isn't read again. */
    stamp: text().notNull(),
    /** SHA-256 of all indexed content. */
    hash: text().notNull(),
    characters: integer().notNull(),
    /** Why there is no text, or not all of it. */
    note: text(),
    /** The last pass that saw it. */
    seen: integer().notNull(),
    readAt: text().notNull(),
    /** Model-written summary; null if not requested or unusable. */
    summary: text(),
    /** Whom and what it names, as a model found with the summary; null if none was made. */
    said: text({ mode: "json" }).$type<readonly SaidName[]>(),
    /** SHA-256 of the summarized content, which is never submitted twice. */
    summaryKey: text(),
    /** When the summary was requested. */
    summarizedAt: text(),
  },
  keys((table) => [
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
  ]),
);
