/** Lists conversations from their projection in D1. */
import { and, desc, eq, getTableColumns, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { conversations } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { Conversation, Source } from "../api/conversation.ts";
import { isOpenTo, isPrivate, mayRead, privateConversation, readerOf } from "../../platform/privacy.ts";
import { openSession, shownStatus } from "./state.ts";

/** `cursor` is the `nextCursor` of the page before. */
interface ConversationQuery {
  /** Comma-separated sources; all by default. */
  readonly source?: string | undefined;
  /** Words to find in title, preview and contact. */
  readonly q?: string | undefined;
  /** The contact's number. */
  readonly phone?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

type ConversationRow = typeof conversations.$inferSelect;

function viewOf(row: ConversationRow, isClosed: boolean): Conversation {
  return {
    id: row.id,
    title: row.title,
    source: row.source,
    ...(row.agent === "steward" ? {} : { agent: row.agent }),
    ...(row.contact === null ? {} : { contact: row.contact }),
    ...shownStatus(row.status),
    unread: row.unread,
    lastMessageAt: row.lastMessageAt,
    preview: row.preview,
    costUsd: row.costMicroUsd / 1_000_000,
    ...(row.trigger === null ? {} : { trigger: row.trigger }),
    deletedAt: row.deletedAt,
    ...sessionOf(row),
    ...(row.startedBy === null ? {} : { startedBy: row.startedBy }),
    ...(row.parentId === null || row.forkSeq === null
      ? {}
      : { forkedFrom: { id: row.parentId, seq: row.forkSeq } }),
    ...(isClosed ? { private: true as const } : {}),
  };
}

function sessionOf({
  sessionState: state,
  status,
}: typeof conversations.$inferSelect): Pick<Conversation, "session"> {
  if (state === null) return {};
  return { session: state === "open" || state === "deleted" ? openSession(status) : { state } };
}

/** A cursor encodes the last row's time and ID. */
function parseCursor(cursor: string): { at: string; id: string } {
  const cut = cursor.indexOf("~");
  const at = cursor.slice(0, cut);
  if (cut < 1 || Number.isNaN(Date.parse(at))) throw new AppError("invalid_request", "Invalid cursor");
  return { at, id: cursor.slice(cut + 1) };
}

function matches(words: string): SQL[] {
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 8)
    .map(
      (word) =>
        sql`instr(lower(${conversations.title} || ' ' || ${conversations.preview} || ' ' || coalesce(${conversations.contact}, '')), ${word}) > 0`,
    );
}

/**
 * Conversations that are not deleted and that the member may read, newest first. Throws `invalid_request`
 * for an invalid cursor.
 */
export async function listConversations(
  db: TenantDb,
  userId: string,
  query: ConversationQuery = {},
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const limit = query.limit ?? LIMITS.pageSize;
  const from = query.cursor === undefined ? null : parseCursor(query.cursor);
  const rows = (await db
    .pick(
      {
        ...getTableColumns(conversations),
        isPrivate: sql<number>`${isPrivate(db, conversations.id)}`.as("is_private"),
      },
      conversations,
      and(
        isNull(conversations.deletedAt),
        isOpenTo(db, userId, conversations.id),
        query.source === undefined
          ? undefined
          : inArray(conversations.source, query.source.split(",") as Source[]),
        ...matches(query.q ?? ""),
        query.phone === undefined
          ? undefined
          : sql`${conversations.contact} is not null and ${conversations.contact} ->> '$.phone' = ${query.phone}`,
        from === null
          ? undefined
          : sql`(${conversations.lastMessageAt}, ${conversations.id}) < (${from.at}, ${from.id})`,
      ),
    )
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(limit + 1)) as unknown as (ConversationRow & { readonly isPrivate: number })[];
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: items.map((row) => viewOf(row, row.isPrivate === 1)),
    nextCursor: more ? `${last.lastMessageAt}~${last.id}` : null,
  };
}

/** A conversation’s row in the directory, without an access check and including deleted ones. Null if there is none. */
export function findRecorded(
  db: TenantDb,
  id: string,
): Promise<Pick<ConversationRow, "id" | "source" | "title" | "contact" | "trigger" | "startedBy"> | null> {
  return db.find(conversations, eq(conversations.id, id));
}

/**
 * A conversation of the directory, including deleted ones (`deletedAt` is set); null if there is none.
 * Throws `private` if `userId` may not read it; null skips the check, for the product itself.
 */
export async function findConversation(
  db: TenantDb,
  userId: string | null,
  id: string,
): Promise<Conversation | null> {
  const [row, reader] = await Promise.all([
    db.find(conversations, eq(conversations.id, id)),
    readerOf(db, id),
  ]);
  if (row === null) return null;
  if (userId !== null && !mayRead(reader, userId)) throw privateConversation();
  return viewOf(row, reader !== null);
}
