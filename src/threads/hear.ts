/** Keeps the inbox as the records of texts say: every event of a text has its thread read again, so repeats and any order come to the same. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Consumer, EventRow } from "../events/index.ts";
import { among, textThreads, texts, type TenantDb } from "../db/index.ts";
import { isReaction, lineOf } from "../inbox/index.ts";
import { isE164 } from "../kernel/e164.ts";
import { afterHearing, afterReading } from "./state.ts";
import { findThread, saveThread } from "./store.ts";
import type { Heard, ThreadKey, ThreadRow, ThreadState } from "./types.ts";

type TextRow = typeof texts.$inferSelect;

/** The newest texts of a thread that are read: who waits for longer waits since the first of them. */
const READ = 40;
const WORDS_CHARS = 200;
/** A text we learn of later than this after it was written is the past. */
const FRESH_MS = 24 * 3_600_000;
const ATTEMPTS = 5;

/** Acts on texts as they come and go, and on what the agent found of them. */
export function threadConsumer(db: TenantDb): Consumer {
  return {
    name: "threads",
    takes: ["texts.text.", "threads.texts.read"],
    async take(events) {
      const ids = events.flatMap(({ type, payload }) => (type === READ_EVENT ? [] : idsOf(payload)));
      await Promise.all((await threadsOf(db, [...new Set(ids)])).map((key) => hearThread(db, key)));
      for (const event of events) if (event.type === READ_EVENT) await noteRead(db, event);
    },
  };
}

const READ_EVENT = "threads.texts.read";

function idsOf(payload: EventRow["payload"]): string[] {
  const { ids } = payload as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** The threads that some texts are of, each once. */
async function threadsOf(db: TenantDb, ids: readonly string[]): Promise<ThreadKey[]> {
  if (ids.length === 0) return [];
  // As search and accounts ask for them at the same moment.
  const rows = await db.rows(texts, among(texts.id, ids));
  const keys = rows
    .filter(({ others, state }) => others === null || state !== "received")
    .map(({ contactNumber: number, lineNumber: line }) => ({ number, line }))
    .filter(({ number, line }) => isE164(number) && number !== line);
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

/** Of a group's text it is not known yet which number is our line. */
const isUnsorted = sql`(${texts.others} is not null and ${texts.state} = 'received')`;

/** Brings one thread up to date. Throws where others change it all the time: its events come again. */
export async function hearThread(db: TenantDb, key: ThreadKey): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [row, rows] = await Promise.all([findThread(db, key), readTexts(db, key)]);
    const heard = heardFrom(rows, row);
    if (heard === null) return;
    const state = afterHearing(row, heard);
    const { lastAt, lastDirection, lastWords } = heard;
    const next = { ...state, lastAt, lastDirection, lastWords };
    if (row === null) {
      const added = await db
        .insert(textThreads, { ...next, number: key.number, line: key.line, revision: 1 })
        .onConflictDoNothing()
        .returning({ number: textThreads.number });
      if (added.length > 0) return;
    } else {
      if (isSame(row, next)) return;
      if (await saveThread(db, row, next)) return;
    }
  }
  throw new Error("a thread changes too often to be brought up to date");
}

function isSame(row: ThreadRow, next: Partial<ThreadRow>): boolean {
  return Object.entries(next).every(([name, value]) => row[name as keyof ThreadRow] === value);
}

/** A thread's newest texts, newest first. */
function readTexts(db: TenantDb, { number, line }: ThreadKey): Promise<TextRow[]> {
  return db
    .rows(texts, and(eq(texts.contactNumber, number), eq(texts.lineNumber, line), sql`not ${isUnsorted}`))
    .orderBy(desc(texts.at), desc(texts.id))
    .limit(READ);
}

/**
 * What a thread's newest texts say, newest first; null where there are none. Of a thread no one waited in, what had been read by then asks for nothing
 * any more. Pure.
 */
export function heardFrom(
  rows: readonly TextRow[],
  known: Pick<ThreadState, "waitsSince" | "lastIncomingAt"> | null,
): Heard | null {
  const [last] = rows;
  if (last === undefined) return null;
  const settledAt = known?.waitsSince === null ? (known.lastIncomingAt ?? "") : "";
  const answered = rows.findIndex(({ direction }) => direction === "outgoing");
  const waiting = (answered < 0 ? rows : rows.slice(0, answered)).filter(
    (row) => asksForMore(row) && isFresh(row) && row.at > settledAt,
  );
  const newest = rows.find((row) => row.direction === "incoming" && asksForMore(row));
  return {
    lastAt: last.at,
    lastDirection: last.direction,
    lastWords: lineOf(last).slice(0, WORDS_CHARS),
    lastIncomingAt: newest?.at ?? null,
    waitsSince: waiting.at(-1)?.at ?? null,
    isFresh: isFresh(newest ?? last),
  };
}

function isFresh({ receivedAt, at }: TextRow): boolean {
  return Date.parse(receivedAt) - Date.parse(at) <= FRESH_MS;
}

function asksForMore({ text, attachments }: TextRow): boolean {
  return attachments > 0 || !isReaction(text);
}

/** The agent read what they wrote and found that nothing needs doing: the thread waits for no one. */
async function noteRead(db: TenantDb, { payload }: EventRow): Promise<void> {
  const { number, upTo } = payload as { readonly number?: unknown; readonly upTo?: unknown };
  if (typeof number !== "string" || typeof upTo !== "string") return;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rows = await db.rows(textThreads, eq(textThreads.number, number)).limit(READ);
    let isDone = true;
    for (const row of rows) {
      const next = afterReading(row, upTo);
      if (next === row) continue;
      const { status, waitsSince } = next;
      isDone = (await saveThread(db, row, { status, waitsSince })) && isDone;
    }
    if (isDone) return;
  }
}
