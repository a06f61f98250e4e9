import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { Json } from "../../kernel/hash.ts";
import type { ExamplePerson } from "../api/examples.ts";

/** Agents' proposals and people's corrections, anonymized (src/workspace/examples). */
export const examples = sqliteTable(
  "examples",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    approvalId: text().notNull(),
    agent: text().notNull(),
    tool: text().notNull(),
    verdict: text({ enum: ["edited", "rejected"] }).notNull(),
    /** The messages that led to the proposal, oldest first. */
    asked: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    people: text({ mode: "json" }).$type<readonly ExamplePerson[]>().notNull(),
    /** The tool's arguments. */
    proposed: text({ mode: "json" }).$type<Record<string, Json>>().notNull(),
    /** Null if it was rejected. */
    wanted: text({ mode: "json" }).$type<Record<string, Json>>(),
    reason: text(),
    /** The member who kept it. */
    keptBy: text().notNull(),
    createdAt: text().notNull(),
    /** When it is due for style learning; null once considered. */
    dueAt: text(),
    /** The style learner's answer when this was the newest example; null before. */
    learned: text({ mode: "json" }).$type<LearnedStyle>(),
  },
  keys((table) => [
    uniqueIndex("examples_of_approval").on(table.tenantId, table.approvalId),
    index("examples_newest").on(table.tenantId, table.createdAt, table.id),
    index("examples_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("examples_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/** The validated answer; `rule` is null if there is none. */
export interface LearnedStyle {
  readonly rule: { readonly text: string; readonly examples: readonly string[] } | null;
}
