/** Keeps the inbox as the records of texts say: every event of a text has its thread read again, so repeats and any order come to the same. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Consumer, EventRow } from "../../platform/events/index.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { textThreads } from "../tables/threads.ts";
import { texts } from "../tables/inbox.ts";
import { isReaction, lineOf } from "../inbox/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import { afterHearing, afterReading } from "./state.ts";
import { saveThread } from "./store.ts";
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
      const heard = Map.groupBy(await threadsOf(db, [...new Set(ids)]), ({ number }) => number);
      const readUpTo = readingsIn(events);
      const numbers = new Set([...heard.keys(), ...readUpTo.keys()]);
      await Promise.all(
        [...numbers].map((number) => {
          const lines = (heard.get(number) ?? []).map(({ line }) => line);
          return hearNumber(db, number, { lines, readUpTo: readUpTo.get(number) ?? null });
        }),
      );
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

/** What is new of a number. */
interface NumberNews {
  /** The lines on which something was said. */
  readonly lines: readonly string[];
  /** The agent read what they wrote until then and found that nothing needs doing; null where it did not. */
  readonly readUpTo: string | null;
}

/** Brings the threads of a number up to date. Throws where others change them all the time: their events come again. */
async function hearNumber(db: TenantDb, number: string, { lines, readUpTo }: NumberNews): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [rows, ...said] = await Promise.all([
      db.rows(textThreads, eq(textThreads.number, number)),
      ...lines.map((line) => readTexts(db, { number, line })),
    ]);
    const others = rows.map(({ line }) => line).filter((line) => !lines.includes(line));
    const written = await Promise.all(
      [...lines, ...others].map(async (line, place) => {
        const row = rows.find((one) => one.line === line) ?? null;
        const next = nextOf(row, said[place] ?? [], readUpTo);
        return next === null || keepThread(db, { number, line }, row, next);
      }),
    );
    if (written.every(Boolean)) return;
  }
  throw new Error("a thread changes too often to be brought up to date");
}

type Next = ThreadState & Pick<ThreadRow, "lastAt" | "lastDirection" | "lastWords">;

/** What a thread is after its newest texts were heard, and what was read up to a time; null where there is nothing of it. Pure. */
function nextOf(row: ThreadRow | null, said: readonly TextRow[], readUpTo: string | null): Next | null {
  const heard = heardFrom(said, row);
  const last = heard ?? row;
  if (last === null) return null;
  const state = heard === null ? row : afterHearing(row, heard);
  if (state === null) return null;
  const { lastAt, lastDirection, lastWords } = last;
  const next = readUpTo === null ? state : afterReading(state, readUpTo);
  return { ...next, lastAt, lastDirection, lastWords };
}

/** Keeps what has changed of a thread; false where someone else changed it first. */
async function keepThread(db: TenantDb, key: ThreadKey, row: ThreadRow | null, next: Next): Promise<boolean> {
  if (row !== null) {
    const changed = Object.entries(next).filter(([name, value]) => row[name as keyof ThreadRow] !== value);
    return changed.length === 0 || saveThread(db, row, Object.fromEntries(changed));
  }
  const added = await db
    .insert(textThreads, { ...next, ...key, revision: 1 })
    .onConflictDoNothing()
    .returning({ number: textThreads.number });
  return added.length > 0;
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

/** Up to when the agent read what each number wrote and found that nothing needs doing: their threads wait for no one. */
function readingsIn(events: readonly EventRow[]): ReadonlyMap<string, string> {
  const upTo = new Map<string, string>();
  for (const { type, payload } of events) {
    const { number, upTo: at } = payload as { readonly number?: unknown; readonly upTo?: unknown };
    if (type !== READ_EVENT || typeof number !== "string" || typeof at !== "string") continue;
    if (at > (upTo.get(number) ?? "")) upTo.set(number, at);
  }
  return upTo;
}
