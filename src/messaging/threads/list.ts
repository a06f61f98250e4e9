/** The inbox's views, newest activity first, one page at a time, each in index order. */
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { findMailConnection } from "../../integrations/connections/index.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import { contactsAt } from "../contacts/index.ts";
import { textThreads } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { PhoneLine, ThreadChannel, ThreadLine, ThreadState, ThreadView } from "../api/threads.ts";
import { unreadOf } from "./reads.ts";
import { conversationOf, partyOf } from "./store.ts";
import type { ThreadRow } from "./types.ts";

const PAGE = 40;

/** `cursor` is the `nextCursor` of the previous page. */
interface ThreadListQuery {
  readonly view?: ThreadView | undefined;
  readonly line?: string | undefined;
  readonly channel?: ThreadChannel | undefined;
  /** Only threads with a number: texts and calls. */
  readonly isPhone?: boolean | undefined;
  /** Whose threads `mine` lists. Default: the caller's. */
  readonly assignee?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Throws `invalid_request` for a foreign cursor. */
export async function listThreads(
  db: TenantDb,
  { view = "open", line, channel, isPhone = false, assignee, cursor, limit = PAGE }: ThreadListQuery,
  meId: string,
): Promise<{ items: ThreadLine[]; nextCursor: string | null }> {
  const rows = await db
    .rows(
      textThreads,
      and(
        VIEWS[view](assignee ?? meId),
        line === undefined ? undefined : eq(textThreads.line, line),
        channel === undefined ? undefined : CHANNELS[channel],
        isPhone ? sql`${textThreads.subject} is null` : undefined,
        cursor === undefined ? undefined : before(cursor),
      ),
    )
    .orderBy(desc(textThreads.activeAt), desc(textThreads.number), desc(textThreads.line))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const [contactOf, isUnread] = await Promise.all([
    contactsAt(db, [...new Set(page.map(partyOf))]),
    unreadOf(
      db,
      meId,
      page.map(({ number }) => number),
    ),
  ]);
  return {
    items: page.map((row) => ({ ...lineOf(row, contactOf(partyOf(row))), unread: isUnread(row) })),
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
  promised: () => sql`promised is not null`,
  done: () => sql`${textThreads.status} = 'done'`,
  all: () => undefined,
};

// The conditions must match the partial indexes' word for word.
const CHANNELS: Readonly<Record<ThreadChannel, SQL>> = {
  text: sql`${textThreads.subject} is null and ${textThreads.call} is null`,
  call: sql`call is not null`,
  email: sql`subject is not null`,
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
  const { number, lastAt, lastDirection, lastWords, withAddress, withName, subject, call } = row;
  const isEmail = subject !== null;
  return {
    ...stateOf(row),
    channel: isEmail ? "email" : call === null ? "text" : "call",
    call,
    shown: isEmail ? (withAddress ?? "") : formatNumber(number),
    name: contact?.name ?? (withName === "" ? null : withName),
    place: contact?.place ?? null,
    lastAt,
    lastDirection,
    lastWords,
    subject,
    conversationId: conversationOf(row),
  };
}

/** State of a thread for the wire. */
export function stateOf(row: ThreadRow): ThreadState {
  const { number, line, status, assigneeId, waitsSince, nextAt, lastIncomingAt, promised } = row;
  return { number, line, status, assigneeId, waitsSince, nextAt, lastIncomingAt, promised };
}

/** Our connected lines, then the mailboxes on watch. */
export async function inboxLines(db: TenantDb): Promise<PhoneLine[]> {
  const [lines, mail] = await Promise.all([listLines(db), findMailConnection(db)]);
  return [
    ...lines.map(({ number, label }) => ({ number, label, shown: formatNumber(number) })),
    ...(mail?.settings.mail.watched ?? []).map((address) => ({
      number: address,
      label: address,
      shown: address,
    })),
  ];
}
