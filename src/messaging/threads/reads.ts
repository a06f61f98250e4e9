/**
 * Read markers: one per member and thread. Only open threads count as unread, which keeps the scanned set
 * small.
 */
import { and, desc, eq, sql } from "drizzle-orm";
import { textThreads, threadReads } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ThreadState, UnreadThread } from "../api/threads.ts";
import { conversationOf, findThread } from "./store.ts";
import type { ThreadKey } from "./types.ts";

/** Badges show at most "99+". */
const MOST_UNREAD = 100;

/** Whether a member has unread texts in a thread, by number and line. */
type IsUnread = (thread: Pick<ThreadState, "number" | "line" | "status" | "lastIncomingAt">) => boolean;

/** Loads a member's read markers for the numbers. */
export async function unreadOf(db: TenantDb, userId: string, numbers: readonly string[]): Promise<IsUnread> {
  const marks =
    numbers.length === 0
      ? []
      : await db.rows(
          threadReads,
          and(
            eq(threadReads.userId, userId),
            sql`${threadReads.number} in (select value from json_each(${JSON.stringify([...new Set(numbers)])}))`,
          ),
        );
  const markOf = new Map(marks.map(({ number, line, readUpTo }) => [`${number} ${line}`, readUpTo]));
  return ({ number, line, status, lastIncomingAt }) =>
    status === "open" && lastIncomingAt !== null && lastIncomingAt > (markOf.get(`${number} ${line}`) ?? "");
}

/**
 * Open threads with texts the member has not read, newest first; scans at most `MOST_UNREAD` open threads.
 */
export async function listUnread(db: TenantDb, userId: string): Promise<UnreadThread[]> {
  const rows = await db
    .rows(textThreads, sql`${textThreads.status} = 'open'`)
    .orderBy(desc(textThreads.activeAt), desc(textThreads.number), desc(textThreads.line))
    .limit(MOST_UNREAD);
  const isUnread = await unreadOf(
    db,
    userId,
    rows.map(({ number }) => number),
  );
  return rows
    .filter(isUnread)
    .map(({ number, line }) => ({ number, line, conversationId: conversationOf({ number, line }) }));
}

/**
 * Marks a thread read up to a text of theirs, or unread (null). Markers only move forward. Idempotent. Throws
 * `not_found` if there is no such thread.
 */
export async function markThreadRead(
  db: TenantDb,
  userId: string,
  key: ThreadKey,
  readUpTo: string | null,
): Promise<void> {
  if ((await findThread(db, key)) === null) throw new AppError("not_found", "That thread doesn’t exist.");
  const { number, line } = key;
  if (readUpTo === null) {
    const mine = [eq(threadReads.userId, userId), eq(threadReads.number, number), eq(threadReads.line, line)];
    await db.batch([db.remove(threadReads, and(...mine) ?? sql`false`)]);
    return;
  }
  await db.insert(threadReads, { userId, number, line, readUpTo }).onConflictDoUpdate({
    target: [threadReads.tenantId, threadReads.userId, threadReads.number, threadReads.line],
    set: { readUpTo: sql`max(excluded.read_up_to, thread_reads.read_up_to)` } as never,
  });
}
