/**
 * Private conversations: a conversation that quotes a source with one reader is visible only to that
 * reader. Every endpoint and channel that shows its text checks here first. A source's reader is stored in
 * `conversation_quotes`, updated in the batch that changes the source.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TenantContext } from "./context.ts";
import type { Consumer } from "./events/index.ts";
import { among, type Statement, type TenantDb } from "./db/index.ts";
import { conversationQuotes } from "./db/tables/privacy.ts";
import { AppError } from "../kernel/errors.ts";
import type { Quote } from "./api/search-items.ts";

/** Who may read a conversation: null for the whole team, one member, or `NO_READER`. */
export type Reader = string | null;

/** No one: the conversation quotes sources of two members, or of a source without an owner. */
export const NO_READER = "";

/** Whether a member may read content with this reader. */
export function mayRead(reader: Reader, userId: string | null | undefined): boolean {
  return reader === null || (reader !== NO_READER && reader === userId);
}

/** The error for members who may not read a conversation. */
export function privateConversation(): AppError {
  return new AppError(
    "private",
    "This conversation is private. It quotes a source that not everyone on your team can see.",
  );
}

function readerAmong(readers: readonly Reader[]): Reader {
  const [first = null, ...others] = new Set(readers.filter((reader) => reader !== null));
  return others.length === 0 ? first : NO_READER;
}

export async function readerOf(db: TenantDb, conversationId: string): Promise<Reader> {
  return (await readersOf(db, [conversationId])).get(conversationId) ?? null;
}

/** The readers of private conversations among these. */
export async function readersOf(
  db: TenantDb,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await db.rows(
    conversationQuotes,
    among(conversationQuotes.conversationId, [...new Set(conversationIds)]),
  );
  const byConversation = Map.groupBy(rows, (row) => row.conversationId);
  return new Map(
    [...byConversation].flatMap(([id, some]): [string, string][] => {
      const reader = readerAmong(some.map(({ readerId }) => readerId));
      return reader === null ? [] : [[id, reader]];
    }),
  );
}

/** The conversations among these that a member may not read. */
export async function closedTo(
  db: TenantDb,
  userId: string | null,
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const readers = await readersOf(db, conversationIds);
  return new Set([...readers].flatMap(([id, reader]) => (mayRead(reader, userId) ? [] : [id])));
}

/** Condition: a member may read the conversation in a column. */
export function isOpenTo(db: TenantDb, userId: string | null, conversationId: SQLiteColumn | SQL): SQL {
  return sql`not exists (select 1 from ${conversationQuotes} where ${conversationQuotes.tenantId} = ${db.tenantId}
    and ${conversationQuotes.conversationId} = ${conversationId}
    and ${conversationQuotes.readerId} is not null and ${conversationQuotes.readerId} is not ${userId})`;
}

/** Condition: the conversation in a column is private. */
export function isPrivate(db: TenantDb, conversationId: SQLiteColumn | SQL): SQL {
  return sql`exists (select 1 from ${conversationQuotes} where ${conversationQuotes.tenantId} = ${db.tenantId}
    and ${conversationQuotes.conversationId} = ${conversationId} and ${conversationQuotes.readerId} is not null)`;
}

/** Records a conversation's quotes, before their text is shown. Idempotent. */
export async function recordQuotes(
  db: TenantDb,
  conversationId: string,
  quotes: readonly Quote[],
): Promise<void> {
  await db.batch(
    quotes.map(({ sourceId, readerId }) =>
      db.insert(conversationQuotes, { conversationId, sourceId, readerId }).onConflictDoUpdate({
        target: [conversationQuotes.tenantId, conversationQuotes.conversationId, conversationQuotes.sourceId],
        set: { readerId } as never,
      }),
    ),
  );
}

/** Copies quotes to a fork. Idempotent. */
export async function copyQuotes(db: TenantDb, from: string, to: string): Promise<void> {
  const { sourceId, readerId, conversationId } = conversationQuotes;
  await db.batch([
    db.insertEach(
      conversationQuotes,
      { conversationId: to, sourceId, readerId },
      conversationQuotes,
      eq(conversationId, from),
    ),
  ]);
}

/** Statement for the batch that changes a source's reader; null for the whole team. */
export function sourceReaderChanged(db: TenantDb, sourceId: string, readerId: Reader): Statement {
  return db.update(conversationQuotes, { readerId }, eq(conversationQuotes.sourceId, sourceId));
}

async function conversationsQuoting(db: TenantDb, sourceId: string): Promise<string[]> {
  const rows = await db.pick(
    { id: conversationQuotes.conversationId },
    conversationQuotes,
    eq(conversationQuotes.sourceId, sourceId),
  );
  return rows.map(({ id }) => String(id));
}

/** Updates the readers of conversations when a source's reader changes. */
export function privacyConsumer(ctx: TenantContext): Consumer {
  const { db, tenantId } = ctx;
  return {
    name: "privacy",
    takes: ["knowledge.source.shared"],
    async take(events) {
      const sources = new Set(
        events.flatMap(({ payload }) => (Array.isArray(payload["ids"]) ? payload["ids"].map(String) : [])),
      );
      const quoting = await Promise.all([...sources].map((id) => conversationsQuoting(db, id)));
      for (const conversationId of new Set(quoting.flat()))
        await (await ctx.objects.conversation(conversationId)).readersChanged({ tenantId, conversationId });
    },
  };
}
