/** The inbox's views, newest activity first, one page at a time, each in index order. */
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { listLines } from "../../integrations/quo/connection.ts";
import { contactsAt } from "../contacts/index.ts";
import { textThreads } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { PhoneLine, ThreadLine, ThreadState, ThreadView } from "../api/threads.ts";
import { unreadOf } from "./reads.ts";
import type { ThreadRow } from "./types.ts";

const PAGE = 40;

/** `cursor` is the `nextCursor` of the previous page. */
interface ThreadListQuery {
  readonly view?: ThreadView | undefined;
  readonly line?: string | undefined;
  /** Whose threads `mine` lists. Default: the caller's. */
  readonly assignee?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Throws `invalid_request` for a foreign cursor. */
export async function listThreads(
  db: TenantDb,
  { view = "open", line, assignee, cursor, limit = PAGE }: ThreadListQuery,
  meId: string,
): Promise<{ items: ThreadLine[]; nextCursor: string | null }> {
  const rows = await db
    .rows(
      textThreads,
      and(
        VIEWS[view](assignee ?? meId),
        line === undefined ? undefined : eq(textThreads.line, line),
        cursor === undefined ? undefined : before(cursor),
      ),
    )
    .orderBy(desc(textThreads.activeAt), desc(textThreads.number), desc(textThreads.line))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const numbers = [...new Set(page.map(({ number }) => number))];
  const [contactOf, isUnread] = await Promise.all([contactsAt(db, numbers), unreadOf(db, meId, numbers)]);
  return {
    items: page.map((row) => ({ ...lineOf(row, contactOf(row.number)), unread: isUnread(row) })),
    nextCursor:
      rows.length > limit && last !== undefined ? [last.activeAt, last.number, last.line].join("~") : null,
  };
}

const VIEWS: Readonly<Record<ThreadView, (meId: string) => SQL | undefined>> = {
  open: () => sql`${textThreads.status} = 'open'`,
  // The condition must match the partial index's word for word.
  mine: (meId) => sql`${textThreads.assigneeId} = ${meId} and assignee_id is not null and status <> 'done'`,
  unassigned: () => sql`${textThreads.status} = 'open' and assignee_id is null`,
  snoozed: () => sql`${textThreads.status} = 'snoozed'`,
  done: () => sql`${textThreads.status} = 'done'`,
  all: () => undefined,
};

function before(cursor: string): SQL {
  const [activeAt, number, line, ...rest] = cursor.split("~");
  if (activeAt === undefined || number === undefined || line === undefined || rest.length > 0)
    throw new AppError("invalid_request", "Invalid cursor");
  return sql`(${textThreads.activeAt}, ${textThreads.number}, ${textThreads.line}) < (${activeAt}, ${number}, ${line})`;
}

function lineOf(
  row: ThreadRow,
  contact: { readonly name: string; readonly place: string | null } | null,
): Omit<ThreadLine, "unread"> {
  const { lastAt, lastDirection, lastWords } = row;
  return {
    ...stateOf(row),
    shown: formatNumber(row.number),
    name: contact?.name ?? null,
    place: contact?.place ?? null,
    lastAt,
    lastDirection,
    lastWords,
  };
}

/** State of a thread for the wire. */
export function stateOf(row: ThreadRow): ThreadState {
  const { number, line, status, assigneeId, waitsSince, nextAt, lastIncomingAt } = row;
  return { number, line, status, assigneeId, waitsSince, nextAt, lastIncomingAt };
}

/** Our connected lines. */
export async function phoneLines(db: TenantDb): Promise<PhoneLine[]> {
  return (await listLines(db)).map(({ number, label }) => ({ number, label, shown: formatNumber(number) }));
}
