/**
 * Lists new e-mails in a watched mailbox. Everything a search finds goes into the backlog in the same write
 * that moves the cursor, however much arrived. The vendor's state of the mailbox shows whether there is anything to list;
 * an interrupted listing resumes. E-mails accepted or listed before are skipped.
 */
import { and, eq, sql } from "drizzle-orm";
import { mailBacklog, mailCursors, type MailListing } from "../tables/mails.ts";
import { type Statement } from "../../platform/db/index.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { unknownIds } from "./accept-mail.ts";
import type { PollDeps } from "./mail-ports.ts";

export type MailCursor = typeof mailCursors.$inferSelect;
/** A mailbox search: that of a check, sent e-mails, or bounces. */
export type MailSearch = MailCursor["search"];

/**
 * How far before the last listing a search looks for missed e-mails. Sent e-mails are read to detect manual
 * replies.
 */
const LOOK_BACK_MS: Record<MailSearch, number> = {
  general: 14 * DAY_MS,
  leads: 14 * DAY_MS,
  sent: 3 * DAY_MS,
  returned: DAY_MS,
};
/** An e-mail may reach a mailbox later than its date. */
const OVERLAP_MS = DAY_MS;
/** Rows per insert, limited by bound parameters. */
const ROWS_OF_AN_INSERT = 12;

/**
 * Lists until the backlog holds everything new for this cursor. False if time ran out. Throws
 * IntegrationError.
 */
export async function listNew(deps: PollDeps, cursor: MailCursor, untilMs: number): Promise<boolean> {
  let row = cursor;
  if (row.listing === null) {
    const startedAt = isoTime(deps.clock.now());
    const { state: historyId, hasNews } = await deps.mailboxes.newsSince(
      row.mailbox,
      row.query,
      row.historyId,
    );
    if (!hasNews) {
      await save(deps, row, { historyId, listedAt: startedAt });
      return true;
    }
    const begun = await save(deps, row, { listing: { startedAt, historyId, pageToken: null, listed: 0 } });
    if (begun === null) return true;
    row = begun;
  }
  while (row.listing !== null) {
    if (deps.clock.now() >= untilMs) return false;
    const next = await listPage(deps, row, row.listing);
    // Another worker is listing the same search.
    if (next === null) return true;
    row = next;
  }
  return true;
}

async function listPage(deps: PollDeps, row: MailCursor, listing: MailListing): Promise<MailCursor | null> {
  const { db } = deps;
  const page = await deps.mailboxes.list(row.mailbox, `${row.query} ${since(deps, row)}`, listing.pageToken);
  const fresh = await unknownIds(db, row.mailbox, page.ids);
  const places = new Map(page.ids.map((id, index) => [id, listing.listed + index]));
  const rows = fresh.map((id) => ({
    mailbox: row.mailbox,
    id,
    search: row.search,
    listedAt: listing.startedAt,
    place: places.get(id) ?? 0,
    dueAt: listing.startedAt,
  }));
  const inserts: Statement[] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_AN_INSERT)
    inserts.push(db.insert(mailBacklog, rows.slice(at, at + ROWS_OF_AN_INSERT)).onConflictDoNothing());
  const change =
    page.next === null
      ? { listing: null, historyId: listing.historyId, listedAt: listing.startedAt }
      : { listing: { ...listing, pageToken: page.next, listed: listing.listed + page.ids.length } };
  return save(deps, row, change, inserts);
}

/**
 * Gmail also accepts `after:` in seconds since 1970 (developers.google.com/gmail/api/guides/filtering, read
 * 2026-11-21).
 */
function since({ clock, connection }: PollDeps, { search, listedAt }: MailCursor): string {
  const nowMs = clock.now();
  const lastMs = listedAt === null ? nowMs : msOf(listedAt) - OVERLAP_MS;
  const fromMs = Math.max(msOf(connection.watchedSince), Math.min(lastMs, nowMs - LOOK_BACK_MS[search]));
  return `after:${Math.floor(fromMs / 1000)}`;
}

/**
 * Advances a cursor and stores what was found; null if another worker advanced it first. Found e-mails are
 * stored in either case.
 */
async function save(
  { db, clock }: PollDeps,
  row: MailCursor,
  change: Partial<MailCursor>,
  found: readonly Statement[] = [],
): Promise<MailCursor | null> {
  const updatedAt = isoTime(Math.max(clock.now(), msOf(row.updatedAt) + 1));
  const results = await db.batch([
    ...found,
    db
      .update(
        mailCursors,
        { ...change, failures: 0, problem: null, updatedAt },
        and(cursorOf(row), eq(mailCursors.updatedAt, row.updatedAt)) ?? sql`false`,
      )
      .returning(),
  ]);
  const saved = results.at(-1);
  return Array.isArray(saved) ? ((saved[0] as MailCursor | undefined) ?? null) : null;
}

/** Condition that selects a cursor's row. */
export function cursorOf({ mailbox, search }: Pick<MailCursor, "mailbox" | "search">) {
  return and(eq(mailCursors.mailbox, mailbox), eq(mailCursors.search, search)) ?? sql`false`;
}
