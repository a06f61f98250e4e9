/**
 * Updates the inbox from the records of texts, calls and e-mails: every event makes its thread be reread, so repeats
 * and order don't matter.
 */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Consumer, EventRow } from "../../platform/events/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { textThreads } from "../tables/threads.ts";
import { calls, texts } from "../tables/inbox.ts";
import { mails } from "../tables/mails.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import { callWords } from "../contacts/call-words.ts";
import { outcomeOf } from "../texts/list-calls.ts";
import { isReaction, lineOf, THREAD_CHANGED } from "../inbox/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import { isNod, promiseIn } from "./promise.ts";
import { afterHearing, afterReading, afterSaying } from "./state.ts";
import { changedThread } from "./store.ts";
import type { Heard, Said, ThreadKey, ThreadRow, ThreadState } from "./types.ts";

type TextRow = typeof texts.$inferSelect;
type CallRow = typeof calls.$inferSelect;
type MailRow = typeof mails.$inferSelect;

/** Newest messages of a thread that are read: a longer wait counts from the first of them. */
const READ = 40;
const WORDS_CHARS = 200;
/** A message that reaches us later than this after it was written counts as history. */
const FRESH_MS = 24 * 3_600_000;
const ATTEMPTS = 5;
const WRITTEN_TOGETHER = 50;

/** Reacts to sent and received texts and e-mails, to calls, and to the agent's verdicts on them. */
export function threadConsumer(db: TenantDb, timeZone: () => Promise<string>): Consumer {
  return {
    name: "threads",
    takes: ["texts.text.", "texts.call.", "threads.texts.read", THREAD_CHANGED],
    async take(events) {
      const idsIn = (prefix: string): string[] => [
        ...new Set(events.flatMap(({ type, payload }) => (type.startsWith(prefix) ? idsOf(payload) : []))),
      ];
      const [ofTexts, ofCalls] = await Promise.all([
        threadsOf(db, idsIn("texts.text.")),
        calledThreads(db, idsIn("texts.call.")),
      ]);
      const heard = Map.groupBy(distinct([...ofTexts, ...ofCalls]), ({ number }) => number);
      const readUpTo = readingsIn(events);
      const emails = new Set(
        events.flatMap(({ type, payload }) => (type === THREAD_CHANGED ? idsOf(payload) : [])),
      );
      const zone = await timeZone();
      const numbers = new Set([...heard.keys(), ...readUpTo.keys()].filter((key) => !emails.has(key)));
      const ofNumbers = [...numbers].map((number): News => ({
        number,
        lines: (heard.get(number) ?? []).map(({ line }) => line),
        readUpTo: readUpTo.get(number) ?? null,
        spoken: (line) => readTexts(db, { number, line }),
      }));
      const ofMails = [...emails].map(async (number): Promise<News> => {
        const rows = Map.groupBy(await readMails(db, number), ({ mailbox }) => mailbox);
        const spoken = (mailbox: string) => Promise.resolve(spokenIn(rows.get(mailbox) ?? []));
        return { number, lines: [...rows.keys()], readUpTo: readUpTo.get(number) ?? null, spoken };
      });
      await hearThreads(db, [...ofNumbers, ...(await Promise.all(ofMails))], zone);
    },
  };
}

const READ_EVENT = "threads.texts.read";

function idsOf(payload: EventRow["payload"]): string[] {
  const { ids } = payload as { readonly ids?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** The threads of these texts. */
async function threadsOf(db: TenantDb, ids: readonly string[]): Promise<ThreadKey[]> {
  if (ids.length === 0) return [];
  // Batched with the same query of search and accounts.
  const rows = await db.rows(texts, among(texts.id, ids));
  return rows
    .filter(({ others, state }) => others === null || state !== "received")
    .map(({ contactNumber: number, lineNumber: line }) => ({ number, line }))
    .filter(({ number, line }) => isE164(number) && number !== line);
}

/** The threads of these calls, where their line is connected. */
async function calledThreads(db: TenantDb, ids: readonly string[]): Promise<ThreadKey[]> {
  if (ids.length === 0) return [];
  const [rows, lines] = await Promise.all([db.rows(calls, among(calls.id, ids)), listLines(db)]);
  return rows.flatMap(({ contactNumber: number, lineId }) => {
    const line = lines.find(({ phoneNumberId }) => phoneNumberId === lineId)?.number;
    return number === null || !isE164(number) || line === undefined || number === line
      ? []
      : [{ number, line }];
  });
}

function distinct(keys: readonly ThreadKey[]): ThreadKey[] {
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

/** For a group text, it is not known yet which number is our line. */
const isUnsorted = sql`(${texts.others} is not null and ${texts.state} = 'received')`;

/** What is new with a number, or in an e-mail thread. */
interface News {
  readonly number: string;
  /** The lines or mailboxes with new messages. */
  readonly lines: readonly string[];
  /** The agent read their messages up to this time and found that nothing needs doing; null otherwise. */
  readonly readUpTo: string | null;
  /** What the records of a line or mailbox say. */
  readonly spoken: (line: string) => Promise<Spoken>;
}

/** What a thread's records say: its newest messages, and for e-mail whom it is with. */
interface Spoken {
  readonly said: readonly Said[];
  readonly about?: Pick<ThreadRow, "withAddress" | "withName" | "subject"> | null;
}

/**
 * Updates the threads of all numbers, in few writes: each is a transaction that deliveries wait for. Throws on
 * persistent conflicts, and the events are then redelivered.
 */
async function hearThreads(db: TenantDb, heard: readonly News[], zone: string): Promise<void> {
  let open = heard;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const changes = (await Promise.all(open.map((one) => changesOf(db, one, zone)))).flat();
    const conflicts = new Set<News>();
    for (let from = 0; from < changes.length; from += WRITTEN_TOGETHER) {
      const some = changes.slice(from, from + WRITTEN_TOGETHER);
      const written = await db.batch(some.map(({ statement }) => statement));
      for (const [place, { of }] of some.entries()) if (!hasRows(written[place])) conflicts.add(of);
    }
    if (conflicts.size === 0) return;
    open = [...conflicts];
  }
  throw new Error("a thread changes too often to be brought up to date");
}

function hasRows(result: unknown): boolean {
  return Array.isArray(result) && result.length > 0;
}

/** A thread's write, which returns a row unless the thread was changed concurrently. */
interface Change {
  readonly of: News;
  readonly statement: Statement;
}

/** The writes that bring a number's threads up to date. */
async function changesOf(db: TenantDb, of: News, zone: string): Promise<Change[]> {
  const { number, lines, readUpTo } = of;
  const [rows, ...spoken] = await Promise.all([
    db.rows(textThreads, eq(textThreads.number, number)),
    ...lines.map(of.spoken),
  ]);
  const others = rows.map(({ line }) => line).filter((line) => !lines.includes(line));
  return [...lines, ...others].flatMap((line, place) => {
    const row = rows.find((one) => one.line === line) ?? null;
    const { said, about } = spoken[place] ?? { said: [] };
    const next = nextOf(row, said, { readUpTo, zone });
    const statement = next && keptThread(db, { number, line }, row, { ...about, ...next });
    return statement === null ? [] : [{ of, statement }];
  });
}

type Next = ThreadState &
  Pick<ThreadRow, "lastAt" | "lastDirection" | "lastWords" | "call"> &
  Partial<Pick<ThreadRow, "withAddress" | "withName" | "subject">>;

/**
 * The thread's next state from its newest messages and from what the agent has read; null if it has none.
 * Pure.
 */
function nextOf(
  row: ThreadRow | null,
  said: readonly Said[],
  { readUpTo, zone }: { readonly readUpTo: string | null; readonly zone: string },
): Next | null {
  const heard = heardFrom(said, row);
  const last = heard ?? row;
  if (last === null) return null;
  const state = heard === null ? row : saidNow(afterHearing(row, heard), row, said, zone);
  if (state === null) return null;
  const { lastAt, lastDirection, lastWords, call } = last;
  // The agent reads texts; a missed call waits for a person all the same.
  const next = readUpTo === null || isUnanswered(call) ? state : afterReading(state, readUpTo);
  return { ...next, lastAt, lastDirection, lastWords, call };
}

/** What a message of ours that is new here keeps and promises. */
function saidNow(
  state: ThreadState,
  row: ThreadRow | null,
  said: readonly Said[],
  zone: string,
): ThreadState {
  const ours = said.find(({ direction }) => direction === "outgoing");
  if (ours === undefined || !ours.isFresh || ours.at <= (row?.lastAt ?? "")) return state;
  if (ours.call === undefined && isNod(ours.text)) return state;
  return afterSaying(state, promiseIn(ours.text, Date.parse(ours.at), zone));
}

/** Writes the thread as it is now; null if nothing changed. */
function keptThread(db: TenantDb, key: ThreadKey, row: ThreadRow | null, next: Next): Statement | null {
  if (row === null)
    return db
      .insert(textThreads, { ...next, ...key, revision: 1 })
      .onConflictDoNothing()
      .returning({ number: textThreads.number });
  const changed = Object.entries(next).filter(([name, value]) => row[name as keyof ThreadRow] !== value);
  return changed.length === 0 ? null : changedThread(db, row, Object.fromEntries(changed));
}

/** A thread's newest texts and calls, newest first: of the person's newest calls, those on this line. */
async function readTexts(db: TenantDb, { number, line }: ThreadKey): Promise<Spoken> {
  const [textRows, callRows] = await Promise.all([
    db
      .rows(texts, and(eq(texts.contactNumber, number), eq(texts.lineNumber, line), sql`not ${isUnsorted}`))
      .orderBy(desc(texts.at), desc(texts.id))
      .limit(READ),
    db.rows(calls, eq(calls.contactNumber, number)).orderBy(desc(calls.at), desc(calls.id)).limit(READ),
  ]);
  // Most people who text never call.
  const lines = callRows.length === 0 ? [] : await listLines(db);
  const isHere = ({ lineId }: CallRow): boolean =>
    lines.some((one) => one.number === line && one.phoneNumberId === lineId);
  const said = [...textRows.map(saidInText), ...callRows.filter(isHere).flatMap(saidInCall)];
  return { said: said.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, READ) };
}

/** An answered call counts as our reply, whoever placed it. Our own unanswered calls are ignored. */
function saidInCall(row: CallRow): Said[] {
  const call = outcomeOf(row);
  if (call === null) return [];
  const heard = call === "voicemail" ? (row.transcript ?? []).map(({ text }) => text).join(" ") : "";
  const about = [heard, ...(row.summary ?? [])].filter(Boolean).join(" ");
  const how = call === "voicemail" ? "Voicemail" : callWords(row);
  return [
    {
      at: row.at,
      direction: call === "spoken" ? "outgoing" : "incoming",
      words: (about === "" ? how : `${how}: ${about}`).slice(0, WORDS_CHARS),
      text: "",
      asks: true,
      call,
      isFresh: isFresh(row),
    },
  ];
}

function isUnanswered(call: Said["call"] | null): boolean {
  return call === "missed" || call === "voicemail";
}

export function saidInText(row: TextRow): Said {
  return {
    at: row.at,
    direction: row.direction,
    words: lineOf(row).slice(0, WORDS_CHARS),
    text: row.text,
    asks: row.attachments > 0 || !isReaction(row.text),
    isFresh: isFresh(row),
  };
}

/**
 * An e-mail thread's newest e-mails, newest first, without copies, history, and what members write to Steward.
 * One that comes in counts once it is dispatched: only then its writer is known.
 */
function readMails(db: TenantDb, threadId: string): Promise<MailRow[]> {
  return db
    .rows(
      mails,
      and(
        eq(mails.threadId, threadId),
        sql`(${mails.direction} = 'outgoing' or ${mails.state} = 'handed')`,
        sql`coalesce(${mails.reason}, '') not in ('by_member', 'copy', 'past', 'returned', 'restored')`,
      ),
    )
    .orderBy(desc(mails.at), desc(mails.id))
    .limit(READ);
}

function spokenIn(rows: readonly MailRow[]): Spoken {
  const theirs = rows.find(({ direction }) => direction === "incoming");
  // What only the team wrote so far waits for no one here.
  if (theirs === undefined) return { said: [] };
  const { fromAddress, fromName, subject } = theirs;
  return { said: rows.map(saidInMail), about: { withAddress: fromAddress, withName: fromName, subject } };
}

export function saidInMail(row: MailRow): Said {
  return {
    at: row.at,
    direction: row.direction,
    words: row.text.replaceAll(/\s+/g, " ").trim().slice(0, WORDS_CHARS),
    text: row.text,
    // A lead comes from a portal's machine, and a person waits behind it.
    asks: row.sender !== "machine" || row.checkName === "leads",
    isFresh: isFresh(row),
  };
}

/**
 * Summarizes a thread's newest messages, newest first; null if there are none. In a thread where nobody was
 * waiting, messages the agent had read by then need no action. Pure.
 */
export function heardFrom(
  rows: readonly Said[],
  known: Pick<ThreadState, "waitsSince" | "lastIncomingAt"> | null,
): Heard | null {
  const [last] = rows;
  if (last === undefined) return null;
  const settledAt = known?.waitsSince === null ? (known.lastIncomingAt ?? "") : "";
  const answered = rows.findIndex(({ direction }) => direction === "outgoing");
  const waiting = (answered < 0 ? rows : rows.slice(0, answered)).filter(
    (row) => row.asks && row.isFresh && row.at > settledAt,
  );
  const newest = rows.find((row) => row.direction === "incoming" && row.asks);
  const missed = waiting.find(({ call }) => isUnanswered(call));
  return {
    lastAt: last.at,
    lastDirection: last.direction,
    lastWords: last.words,
    lastIncomingAt: newest?.at ?? null,
    waitsSince: waiting.at(-1)?.at ?? null,
    call: last.call ?? missed?.call ?? null,
    isFresh: (newest ?? last).isFresh,
  };
}

function isFresh({ receivedAt, at }: Pick<TextRow, "receivedAt" | "at">): boolean {
  return Date.parse(receivedAt) - Date.parse(at) <= FRESH_MS;
}

/**
 * Per number or e-mail thread, the time up to which the agent read the messages and found that nothing needs doing: nobody is
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
