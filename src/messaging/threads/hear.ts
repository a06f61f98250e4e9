/**
 * Updates the inbox from the text records: every text event makes its thread be reread, so repeats and order
 * don't matter.
 */
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

/** Newest texts of a thread that are read: a longer wait counts from the first of them. */
const READ = 40;
const WORDS_CHARS = 200;
/** A text that reaches us later than this after it was written counts as history. */
const FRESH_MS = 24 * 3_600_000;
const ATTEMPTS = 5;

/** Reacts to sent and received texts, and to the agent's verdicts on them. */
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

/** The distinct threads of these texts. */
async function threadsOf(db: TenantDb, ids: readonly string[]): Promise<ThreadKey[]> {
  if (ids.length === 0) return [];
  // Batched with the same query of search and accounts.
  const rows = await db.rows(texts, among(texts.id, ids));
  const keys = rows
    .filter(({ others, state }) => others === null || state !== "received")
    .map(({ contactNumber: number, lineNumber: line }) => ({ number, line }))
    .filter(({ number, line }) => isE164(number) && number !== line);
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

/** For a group text, it is not known yet which number is our line. */
const isUnsorted = sql`(${texts.others} is not null and ${texts.state} = 'received')`;

/** Changes of a number's texts. */
interface NumberNews {
  /** The lines with new messages. */
  readonly lines: readonly string[];
  /** The agent read their texts up to this time and found that nothing needs doing; null otherwise. */
  readonly readUpTo: string | null;
}

/** Updates the threads of a number. Throws on persistent conflicts, and the events are then redelivered. */
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

/**
 * The thread's next state from its newest texts and from what the agent has read; null if it has no texts.
 * Pure.
 */
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

/** Saves the thread; false if it was changed concurrently. */
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
 * Summarizes a thread's newest texts, newest first; null if there are none. In a thread where nobody was
 * waiting, texts the agent had read by then need no action. Pure.
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

/**
 * Per number, the time up to which the agent read the texts and found that nothing needs doing: nobody is
 * waiting in those threads.
 */
function readingsIn(events: readonly EventRow[]): ReadonlyMap<string, string> {
  const upTo = new Map<string, string>();
  for (const { type, payload } of events) {
    const { number, upTo: at } = payload as { readonly number?: unknown; readonly upTo?: unknown };
    if (type !== READ_EVENT || typeof number !== "string" || typeof at !== "string") continue;
    if (at > (upTo.get(number) ?? "")) upTo.set(number, at);
  }
  return upTo;
}
