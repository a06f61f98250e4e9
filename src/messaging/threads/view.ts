/** A thread for its page: its line, its state, and the team's actions among the messages. */
import { and, asc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { textThreads, threadEntries } from "../tables/threads.ts";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { ThreadEntry, ThreadState } from "../api/threads.ts";
import { stateOf } from "./list.ts";
import type { EntryRow } from "./types.ts";

const MAX_LINES = 20;
const MAX_ENTRIES = 200;

/**
 * Threads of a number, starting with the one to show: that of the requested line, of a text, or the newest.
 */
export async function threadsWith(
  db: TenantDb,
  number: string,
  asked: { readonly line?: string | undefined; readonly textId?: string | undefined },
): Promise<ThreadState[]> {
  const rows = await db
    .rows(textThreads, eq(textThreads.number, number))
    .orderBy(sql`+${textThreads.activeAt} desc`)
    .limit(MAX_LINES);
  const line =
    asked.line ??
    (asked.textId === undefined ? undefined : (await db.find(texts, eq(texts.id, asked.textId)))?.lineNumber);
  const isAsked = (row: { readonly line: string }): boolean => row.line === line;
  return [...rows.filter(isAsked), ...rows.filter((row) => !isAsked(row))].map(stateOf);
}

/** An e-mail thread's state, null if it is not in the inbox, and what the team did about it. */
export async function emailThread(
  db: TenantDb,
  threadId: string,
): Promise<{ readonly state: ThreadState | null; readonly entries: ThreadEntry[] }> {
  const [row] = await db.rows(textThreads, eq(textThreads.number, threadId)).limit(1);
  if (row === undefined || row.subject === null) return { state: null, entries: [] };
  const state = stateOf(row);
  return { state, entries: await entriesOf(db, state, {}) };
}

/** Actions and notes in a thread within a period, oldest first. */
export async function entriesOf(
  db: TenantDb,
  { number, line }: Pick<ThreadState, "number" | "line">,
  span: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<ThreadEntry[]> {
  const within: (SQL | undefined)[] = [
    eq(threadEntries.number, number),
    eq(threadEntries.line, line),
    span.from === undefined ? undefined : gte(threadEntries.at, span.from),
    span.to === undefined ? undefined : lt(threadEntries.at, span.to),
  ];
  const rows = await db
    .rows(threadEntries, and(...within))
    .orderBy(asc(threadEntries.at), asc(threadEntries.id))
    .limit(MAX_ENTRIES);
  return rows.map(entryOf);
}

export function entryOf({ id, at, kind, byName, words, mentions }: EntryRow): ThreadEntry {
  return { id, at, kind, by: byName, words, mentions: (mentions ?? []).map(({ name }) => name) };
}
