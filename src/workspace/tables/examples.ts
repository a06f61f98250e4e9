import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type { ExamplePerson } from "../api/examples.ts";

/** Agents' proposals and people's corrections, anonymized (src/workspace/examples). */
export const examples = sqliteTable(
  "examples",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    approvalId: text("approval_id").notNull(),
    agent: text("agent").notNull(),
    tool: text("tool").notNull(),
    verdict: text("verdict", { enum: ["edited", "rejected"] }).notNull(),
    /** The messages that led to the proposal, oldest first. */
    asked: text("asked", { mode: "json" }).$type<readonly string[]>().notNull(),
    people: text("people", { mode: "json" }).$type<readonly ExamplePerson[]>().notNull(),
    /** The tool's arguments. */
    proposed: text("proposed", { mode: "json" }).$type<Record<string, Json>>().notNull(),
    /** Null if it was rejected. */
    wanted: text("wanted", { mode: "json" }).$type<Record<string, Json>>(),
    reason: text("reason"),
    /** The member who kept it. */
    keptBy: text("kept_by").notNull(),
    createdAt: text("created_at").notNull(),
    /** When it is due for style learning; null once considered. */
    dueAt: text("due_at"),
    /** The style learner's answer when this was the newest example; null before. */
    learned: text("learned", { mode: "json" }).$type<LearnedStyle>(),
  },
  (table) => [
    uniqueIndex("examples_of_approval").on(table.tenantId, table.approvalId),
    index("examples_newest").on(table.tenantId, table.createdAt, table.id),
    index("examples_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("examples_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** The validated answer; `rule` is null if there is none. */
export interface LearnedStyle {
  readonly rule: { readonly text: string; readonly examples: readonly string[] } | null;
}
