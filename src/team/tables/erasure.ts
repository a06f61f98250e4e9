import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";

/**
 * Erasures of people (src/team/erasure): progress and finally the certificate, which no longer identifies the
 * person.
 */
export const erasures = sqliteTable(
  "erasures",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    /** The person; null once erased. */
    person: text({ mode: "json" }).$type<ErasedPerson>(),
    stage: text({
      enum: ["drafts", "files", "conversations", "own", "mentions", "archive", "search", "check", "done"],
    }).notNull(),
    /** Where the stage continues; null at its start. */
    place: text({ mode: "json" }).$type<readonly (string | number)[]>(),
    /** Number of removals by kind. */
    removed: text({ mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
    /** Remaining mentions, for people to review; contains IDs and no text. */
    left: text("left_over", { mode: "json" }).$type<readonly KeptMention[]>().notNull(),
    requestedById: text().notNull(),
    requestedByName: text().notNull(),
    requestedAt: text().notNull(),
    finishedAt: text(),
    /** SHA-256 of the certificate. */
    hash: text(),
    failures: integer().notNull().default(0),
    /** When work is due; null at the end. */
    dueAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("erasures_requested").on(table.tenantId, table.requestedAt),
    index("erasures_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("erasures_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);
