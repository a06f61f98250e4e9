/** The directory as lists show it, read from the projection in D1. */
import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { conversations, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Conversation, Source } from "../protocol/conversation.ts";
import { openSession, shownStatus } from "./state.ts";

/** What is listed. `cursor` is the `nextCursor` of the page before. */
export interface ConversationQuery {
  readonly source?: Source | undefined;
  /** Words looked for in title, preview and contact. */
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

function viewOf(row: typeof conversations.$inferSelect): Conversation {
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
  };
}

function sessionOf({
  sessionState: state,
  status,
}: typeof conversations.$inferSelect): Pick<Conversation, "session"> {
  if (state === null) return {};
  return { session: state === "open" || state === "deleted" ? openSession(status) : { state } };
}

/** A cursor is the place of the last row: its time and id. */
function parseCursor(cursor: string): { at: string; id: string } {
  const cut = cursor.indexOf("~");
  const at = cursor.slice(0, cut);
  if (cut < 1 || Number.isNaN(Date.parse(at)))
    throw new AppError("invalid_request", "The cursor is not one of ours");
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

/** Conversations that are not deleted, newest first. Throws AppError `invalid_request` for a foreign cursor. */
export async function listConversations(
  db: TenantDb,
  query: ConversationQuery = {},
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const limit = query.limit ?? LIMITS.pageSize;
  const from = query.cursor === undefined ? null : parseCursor(query.cursor);
  const rows = await db
    .rows(
      conversations,
      and(
        isNull(conversations.deletedAt),
        query.source === undefined ? undefined : eq(conversations.source, query.source),
        ...matches(query.q ?? ""),
        from === null
          ? undefined
          : sql`(${conversations.lastMessageAt}, ${conversations.id}) < (${from.at}, ${from.id})`,
      ),
    )
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: items.map(viewOf), nextCursor: more ? `${last.lastMessageAt}~${last.id}` : null };
}

/** A conversation of the directory, deleted ones too (`deletedAt` is set); null where there is none. */
export async function findConversation(db: TenantDb, id: string): Promise<Conversation | null> {
  const row = await db.find(conversations, eq(conversations.id, id));
  return row === null ? null : viewOf(row);
}
