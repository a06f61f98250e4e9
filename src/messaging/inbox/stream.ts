/**
 * From the rows that were accepted into the conversations: one way for texts, e-mails and whatever else comes from outside. Things of one key (a
 * number, a thread) go one after the other in their order; keys go side by side. A row stays waiting until it is where it belongs, and every step
 * may be repeated: any number of messages may stand for the same rows. A person is notified of what waits too long (NOBODY-ALONE).
 */
import type { WorkResult } from "../../platform/work/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { within } from "../../kernel/time-limit.ts";

/** Something that waits, as every stream names it. */
export interface Waiting {
  readonly tenantId: string;
  /** What it must stay in order with. */
  readonly key: string;
  readonly receivedMs: number;
  /** How often it could not be dispatched. */
  readonly attempts: number;
}

/** One kind of thing that comes from outside: how its rows are found, and how one becomes a trigger. */
export interface Stream<Row extends Waiting> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** For logs. */
  readonly name: string;
  /** Rows of a key that wait, in order. */
  readonly waiting: (key: string, limit: number) => Promise<readonly Row[]>;
  /** Keys with waiting rows accepted before a time, those tried least first, then the oldest. */
  readonly overdueKeys: (beforeMs: number, limit: number) => Promise<readonly string[]>;
  /** Puts a row where it belongs. Throws where a step failed: it is tried again. */
  readonly dispatch: (row: Row) => Promise<void>;
  /**
   * Puts several rows of one key where they belong, in order. Where it throws, they go one by one: so every step of it may be repeated, and a row that
   * cannot be dispatched holds up the others no more than it would alone.
   */
  readonly dispatchTogether?: (rows: readonly Row[]) => Promise<void>;
  /** Counts a try that failed. */
  readonly noteFailure: (row: Row) => Promise<void>;
  /** Notifies a person of a row that could not be put before the agent, once. */
  readonly tellUnread: (row: Row) => Promise<void>;
  /** Runs the work on one more key at its turn while deliveries stream in, or at a time at the latest; at once where not given. */
  readonly giveWay?: <Result>(untilMs: number, work: () => Promise<Result>) => Promise<Result>;
}

const BATCH_SIZE = 50;
const PARALLEL_KEYS = 4;
const KEYS = 100;
/** One row that gives no answer is not waited for longer. */
const TRY_MS = 5_000;
/** A row that failed so often holds up those behind it no more. */
const HOLDS_UP_ATTEMPTS = 3;
/** Rows are swept from this age on; younger ones are still with the message that was sent for them. */
const OVERDUE_MS = 8_000;
/** A person is notified of a row this old that cannot be dispatched: with a sweep every 15 s and its tries, by 35 s at the latest. */
const UNREAD_MS = 12_000;

/** Dispatches what waits of some keys, in order within a key. Rows that fail stay waiting and are swept. Throws where the tables cannot be reached. */
export async function dispatchKeys<Row extends Waiting>(
  stream: Stream<Row>,
  keys: readonly string[],
  untilMs: number,
): Promise<WorkResult> {
  const { more, left } = await workOnKeys(stream, keys, untilMs);
  return more > 0 || left > 0 ? "more" : "done";
}

/** `held`: some rows could not be dispatched now. */
async function workOnKey<Row extends Waiting>(
  stream: Stream<Row>,
  key: string,
  untilMs: number,
): Promise<WorkResult | "held"> {
  const rows = await stream.waiting(key, BATCH_SIZE);
  if (await dispatchedTogether(stream, rows)) return rows.length === BATCH_SIZE ? "more" : "done";
  let failed = false;
  let held = false;
  for (const row of rows) {
    if (stream.clock.now() >= untilMs) return failed ? "held" : "more";
    if (!held && (await dispatched(stream, row))) continue;
    failed = true;
    held ||= row.attempts + 1 < HOLDS_UP_ATTEMPTS;
    await tellIfUnread(stream, row);
  }
  if (failed) return "held";
  return rows.length === BATCH_SIZE ? "more" : "done";
}

/** The guarantee behind the messages: dispatches what has waited too long, whatever its key. */
export async function sweep<Row extends Waiting>(stream: Stream<Row>, untilMs: number): Promise<WorkResult> {
  const keys = await stream.overdueKeys(stream.clock.now() - OVERDUE_MS, KEYS);
  const { done, more, left } = await workOnKeys(stream, keys, untilMs);
  // Keys that fail are tried again by the clock's next tick, and not at once.
  return done + more > 0 && (left > 0 || keys.length === KEYS) ? "more" : "done";
}

/** Works on keys side by side until the time is up. Answers how many ended how, and how many were not begun. */
async function workOnKeys<Row extends Waiting>(
  stream: Stream<Row>,
  keys: readonly string[],
  untilMs: number,
): Promise<Record<Awaited<ReturnType<typeof workOnKey>> | "left", number>> {
  const waiting = [...keys];
  const ended = { done: 0, more: 0, held: 0 };
  const worker = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const onKey = key;
      const work = () => workOnKey(stream, onKey, untilMs);
      ended[await (stream.giveWay?.(untilMs, work) ?? work())] += 1;
      if (stream.clock.now() >= untilMs) return;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_KEYS }, worker));
  return { ...ended, left: waiting.length };
}

/** False where they are to go one by one: where they did not go together, or some have failed before. */
async function dispatchedTogether<Row extends Waiting>(
  stream: Stream<Row>,
  rows: readonly Row[],
): Promise<boolean> {
  const [first] = rows;
  if (stream.dispatchTogether === undefined || first === undefined || rows.length === 1) return false;
  if (rows.some(({ attempts }) => attempts > 0)) return false;
  try {
    await within(TRY_MS, stream.dispatchTogether(rows));
    return true;
  } catch (error) {
    stream.logger.warn("inbox.not_together", { tenantId: first.tenantId, hook: stream.name, error });
    return false;
  }
}

async function dispatched<Row extends Waiting>(stream: Stream<Row>, row: Row): Promise<boolean> {
  try {
    await within(TRY_MS, stream.dispatch(row));
    return true;
  } catch (error) {
    stream.logger.error("inbox.not_dispatched", { tenantId: row.tenantId, hook: stream.name, error });
    await stream.noteFailure(row);
    return false;
  }
}

async function tellIfUnread<Row extends Waiting>(stream: Stream<Row>, row: Row): Promise<void> {
  if (stream.clock.now() - row.receivedMs < UNREAD_MS) return;
  try {
    await stream.tellUnread(row);
  } catch (error) {
    stream.logger.error("inbox.unread_not_told", { tenantId: row.tenantId, hook: stream.name, error });
  }
}
