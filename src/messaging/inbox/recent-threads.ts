/**
 * Recent activity, one row per thread: texts and calls by number, e-mails by thread. For an agent asked what
 * is new or unanswered. Reads the newest rows of a period from indexes, up to a limit per kind.
 */
import { and, desc, gte, inArray, isNull, sql } from "drizzle-orm";
import { calls, texts } from "../tables/inbox.ts";
import { mails } from "../tables/mails.ts";
import { conversations, runs } from "../../agent/tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { BY_MEMBER, mailThreadKey, nameOf } from "./dispatch-mail.ts";
import { threadKeyOf, wordsOf } from "./dispatch-text.ts";
import { urgentByPattern } from "./urgent.ts";

/** Maximum rows read of each kind; `more` says that the period has further rows. */
const MAX_READ = { texts: 500, calls: 200, mails: 300 } as const;
/** Maximum conversations whose runs are checked, and maximum runs. */
const MAX_JUDGED = { conversations: 50, runs: 200 } as const;
/** Conversations of one query: D1 binds at most 100 values. */
const AT_ONCE = 90;

/** Maximum messages of their last turn that are kept of one thread: its first, and the newest. */
const MAX_JOINED = 5;

/** `text` includes calls. */
type ThreadChannel = "text" | "email";

/** The last message of one side in a thread. */
export interface ThreadSide {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly kind: "text" | "call" | "email";
  readonly words: string;
  /** Author of an e-mail. */
  readonly writer: string | null;
  /** Whether a text was sent manually in the phone system. */
  readonly byHand: boolean;
}

export interface RecentThread {
  readonly channel: ThreadChannel;
  /** The conversation ID, whether or not the conversation exists: `sms:+14125550142`. */
  readonly key: string;
  /** A number in E.164, or the address of the last author. */
  readonly address: string;
  readonly subject: string | null;
  readonly lastIn: ThreadSide | null;
  readonly lastOut: ThreadSide | null;
  /** The last message that is more than a reaction is theirs. */
  readonly isUnanswered: boolean;
  /** It can't wait, as the urgency check or the team's words have it. */
  readonly isUrgent: boolean;
  /** What they wrote last without a word of ours between, oldest first, whether or not it was answered. */
  readonly lastTurn: readonly ThreadSide[];
  /** The agent read it and found that no reply is needed. */
  readonly needsNoReply: boolean;
  /** A machine wrote last: a newsletter, a notice, a short code. */
  readonly isAutomatic: boolean;
}

/** `since` is an ISO time. */
interface RecentThreadQuery {
  readonly since: string;
  readonly channel?: ThreadChannel | undefined;
}

/** A message in any channel. */
interface Said {
  readonly thread: Pick<RecentThread, "channel" | "key" | "address" | "subject">;
  readonly side: ThreadSide;
  readonly isIncoming: boolean;
  /** Needs no answer: a reaction, or a call in which both sides spoke. */
  readonly isClosed: boolean;
  /** Written by a machine, as the sender's server says, or from a number that can't be texted back. */
  readonly isAutomatic?: boolean;
}

/** Threads of a period, newest first; `more` if rows of the period were not read. */
export async function recentThreads(
  db: TenantDb,
  { since, channel }: RecentThreadQuery,
): Promise<{ readonly threads: RecentThread[]; readonly more: boolean }> {
  const parts = await Promise.all([
    ...(channel === "email" ? [] : [textsSince(db, since), callsSince(db, since)]),
    ...(channel === "text" ? [] : [mailsSince(db, since)]),
  ]);
  const said = parts
    .flatMap((part) => part.said)
    .sort((left, right) => (left.side.at < right.side.at ? 1 : left.side.at > right.side.at ? -1 : 0));
  const threads = gathered(said);
  return {
    threads: await judged(db, threads, since),
    more: parts.some((part) => part.more),
  };
}

interface Part {
  readonly said: readonly Said[];
  readonly more: boolean;
}

async function textsSince(db: TenantDb, since: string): Promise<Part> {
  const rows = await db.rows(texts, gte(texts.at, since)).orderBy(desc(texts.at)).limit(MAX_READ.texts);
  const said = rows.map((row): Said => {
    const { id, at, direction, reason, contactNumber } = row;
    return {
      thread: textThread(contactNumber),
      side: { id, at, kind: "text", words: wordsOf(row), writer: null, byHand: reason === "by_hand" },
      isIncoming: direction === "incoming",
      isClosed: reason === "reaction",
      isAutomatic: reason === "sender",
    };
  });
  return { said, more: rows.length === MAX_READ.texts };
}

async function callsSince(db: TenantDb, since: string): Promise<Part> {
  const rows = await db.rows(calls, gte(calls.at, since)).orderBy(desc(calls.at)).limit(MAX_READ.calls);
  const said = rows.flatMap((row): Said[] => {
    const { id, at, direction, contactNumber, durationSeconds, summary } = row;
    if (contactNumber === null) return [];
    const spoke = (durationSeconds ?? 0) > 0 || summary !== null;
    const what = `(${direction} call${spoke ? "" : ", not answered"})`;
    return [
      {
        thread: textThread(contactNumber),
        side: {
          id,
          at,
          kind: "call",
          words: [what, ...(summary ?? [])].join(" "),
          writer: null,
          byHand: true,
        },
        isIncoming: direction === "incoming",
        isClosed: spoke,
      },
    ];
  });
  return { said, more: rows.length === MAX_READ.calls };
}

function textThread(number: string): Said["thread"] {
  return { channel: "text", key: threadKeyOf(number), address: number, subject: null };
}

async function mailsSince(db: TenantDb, since: string): Promise<Part> {
  const rows = await db
    .rows(mails, and(gte(mails.at, since), sql`${mails.reason} is not ${BY_MEMBER}`))
    .orderBy(desc(mails.at))
    .limit(MAX_READ.mails);
  const said = rows.map((row): Said => {
    const { id, at, direction, subject, text, threadId, fromAddress, to, sender } = row;
    const isIncoming = direction === "incoming";
    return {
      thread: {
        channel: "email",
        key: mailThreadKey(threadId),
        address: isIncoming ? fromAddress : (to[0] ?? ""),
        subject,
      },
      side: { id, at, kind: "email", words: text, writer: nameOf(row), byHand: false },
      isIncoming,
      isClosed: false,
      isAutomatic: sender === "machine",
    };
  });
  return { said, more: rows.length === MAX_READ.mails };
}

/** A thread while its messages are gathered. */
interface Gathered {
  thread: Said["thread"];
  lastIn: ThreadSide | null;
  lastOut: ThreadSide | null;
  /** The newest message that is more than a reaction. */
  newest: Said | null;
  isTurnOver: boolean;
  readonly turn: ThreadSide[];
}

/** A thread, and when its unanswered words came. */
interface Open {
  readonly row: RecentThread;
  readonly wroteAt: string;
}

/** Groups messages (newest first) into one row per thread. Pure. */
function gathered(said: readonly Said[]): Open[] {
  const threads = new Map<string, Gathered>();
  for (const one of said) {
    const { thread, side, isIncoming, isClosed } = one;
    const known = threads.get(thread.key) ?? {
      thread,
      lastIn: null,
      lastOut: null,
      newest: null,
      isTurnOver: false,
      turn: [],
    };
    threads.set(thread.key, known);
    if (!(isIncoming && isClosed && side.kind === "text")) known.newest ??= one;
    if (!isIncoming) {
      known.lastOut ??= side;
      known.isTurnOver ||= known.lastIn !== null;
      continue;
    }
    // The other side of an e-mail thread is whoever wrote to us, if anyone did.
    if (known.lastIn === null) known.thread = { ...known.thread, address: thread.address };
    known.lastIn ??= side;
    if (!known.isTurnOver) known.turn.unshift(side);
  }
  return [...threads.values()].map(({ thread, lastIn, lastOut, newest, turn }) => ({
    row: {
      ...thread,
      lastIn,
      lastOut,
      isUnanswered: newest?.isIncoming === true && !newest.isClosed,
      isUrgent: false,
      lastTurn: turn.length <= MAX_JOINED ? turn : [...turn.slice(0, 1), ...turn.slice(1 - MAX_JOINED)],
      needsNoReply: false,
      isAutomatic: newest?.isIncoming === true && newest.isAutomatic === true,
    },
    wroteAt: newest?.side.at ?? "",
  }));
}

/** Adds whether an unanswered thread is urgent, and whether the agent's runs found that it needs no reply. */
async function judged(db: TenantDb, threads: readonly Open[], since: string): Promise<RecentThread[]> {
  const open = threads.filter(({ row }) => row.isUnanswered).map(({ row }) => row.key);
  if (open.length === 0) return threads.map(({ row }) => row);
  const [rows, ...known] = await Promise.all([
    db
      .rows(
        runs,
        and(
          inArray(runs.conversationId, open.slice(0, MAX_JUDGED.conversations)),
          gte(runs.startedAt, since),
          isNull(runs.parentRunId),
        ),
      )
      .orderBy(desc(runs.startedAt))
      .limit(MAX_JUDGED.runs),
    // All of them: what can't wait may stand behind many that can.
    ...Array.from({ length: Math.ceil(open.length / AT_ONCE) }, (_, part) =>
      db.rows(conversations, inArray(conversations.id, open.slice(part * AT_ONCE, (part + 1) * AT_ONCE))),
    ),
  ]);
  const urgent = new Map(known.flat().map(({ id, trigger }) => [id, trigger?.urgent !== undefined]));
  const newest = new Map(rows.toReversed().map((row) => [row.conversationId, row]));
  return threads.map(({ row: thread, wroteAt }) => {
    const run = newest.get(thread.key);
    const isAfter = run !== undefined && run.startedAt >= wroteAt;
    return {
      ...thread,
      // No one has judged the words of imported history, which has no conversation.
      isUrgent: thread.isUnanswered && (urgent.get(thread.key) ?? soundsUrgent(thread)),
      needsNoReply: isAfter && run.disposition === "no_action",
    };
  });
}

function soundsUrgent({ lastTurn, isAutomatic }: RecentThread): boolean {
  return !isAutomatic && urgentByPattern(lastTurn.map(({ words }) => words).join("\n")) !== null;
}
