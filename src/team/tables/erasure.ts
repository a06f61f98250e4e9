import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";

/** Deletions of a person for good (src/team/erasure): how far each is, and in the end its certificate, which no longer says whom it was about. */
export const erasures = sqliteTable(
  "erasures",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    /** Who is erased; null once they are. */
    person: text("person", { mode: "json" }).$type<ErasedPerson>(),
    stage: text("stage", {
      enum: ["drafts", "files", "conversations", "own", "mentions", "archive", "search", "check", "done"],
    }).notNull(),
    /** Where the stage goes on; null at its beginning. */
    place: text("place", { mode: "json" }).$type<readonly (string | number)[]>(),
    /** How much was removed, by what it was. */
    removed: text("removed", { mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
    /** What was found of them afterwards, for people to look at; it holds ids and no words. */
    left: text("left_over", { mode: "json" }).$type<readonly KeptMention[]>().notNull(),
    requestedById: text("requested_by_id").notNull(),
    requestedByName: text("requested_by_name").notNull(),
    requestedAt: text("requested_at").notNull(),
    finishedAt: text("finished_at"),
    /** SHA-256 of the certificate. */
    hash: text("hash"),
    failures: integer("failures").notNull().default(0),
    /** When it is to be worked on; null at its end. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("erasures_requested").on(table.tenantId, table.requestedAt),
    index("erasures_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("erasures_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** Contacts, numbers and addresses that were erased, as hashes: what a provider still has from before does not come back (src/platform/erased). */
export const erasedKeys = sqliteTable(
  "erased_keys",
  {
    tenantId: text("tenant_id").notNull(),
    hash: text("hash").notNull(),
    erasedAt: text("erased_at").notNull(),
    /** What a number had last said on being texted, and when; null where it had said nothing. */
    optedOut: integer("opted_out", { mode: "boolean" }),
    choiceAt: text("choice_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hash] })],
);
