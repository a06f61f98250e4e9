/**
 * Delivers accepted rows to conversations, in one way for texts, e-mails and everything else from outside.
 * Items of one key (a number, a thread) are processed in order, keys in parallel. A row stays waiting until
 * delivered, and every step is idempotent, so any number of queue messages may refer to the same rows. A
 * person is notified of rows that wait too long (NOBODY-ALONE).
 */
import type { WorkResult } from "../../platform/work/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { withinTime } from "../../kernel/time-limit.ts";

/** A waiting row, common to all streams. */
export interface Waiting {
  readonly tenantId: string;
  /** Ordering key. */
  readonly key: string;
  readonly receivedMs: number;
  /** Number of failed dispatch attempts. */
  readonly attempts: number;
}

/** One kind of incoming item: how its rows are found and dispatched. */
export interface Stream<Row extends Waiting> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** For logs. */
  readonly name: string;
  /** Waiting rows of a key, in order. */
  readonly waiting: (key: string, limit: number) => Promise<readonly Row[]>;
  /** Keys with waiting rows accepted before a time: fewest attempts first, then oldest. */
  readonly overdueKeys: (beforeMs: number, limit: number) => Promise<readonly string[]>;
  /** Dispatches a row. Throws if a step failed; it is then retried. */
  readonly dispatch: (row: Row) => Promise<void>;
  /**
   * Dispatches several rows of one key, in order. If it throws, they are dispatched one by one; so every step
   * must be idempotent, and a failing row delays the others no more than it would alone.
   */
  readonly dispatchTogether?: (rows: readonly Row[]) => Promise<void>;
  /** Counts a failed attempt. */
  readonly noteFailure: (row: Row) => Promise<void>;
  /** Notifies a person, once, of a row that could not be delivered to the agent. */
  readonly tellUnread: (row: Row) => Promise<void>;
  /**
   * Schedules the work of another key fairly while deliveries stream in, by the deadline at the latest.
   * Default: immediately.
   */
  readonly giveWay?: <Result>(untilMs: number, work: () => Promise<Result>) => Promise<Result>;
}

const BATCH_SIZE = 50;
const PARALLEL_KEYS = 4;
const KEYS = 100;
/** Timeout of one dispatch attempt. */
const TRY_MS = 5_000;
/** After this many failures, a row no longer blocks those behind it. */
const HOLDS_UP_ATTEMPTS = 3;
/** Age from which rows are swept; younger rows are still handled by their queue message. */
const OVERDUE_MS = 8_000;
/**
 * Age at which a person is notified of an undeliverable row: with a sweep every 15 s and its retries, by 35 s
 * at the latest.
 */
const UNREAD_MS = 12_000;

/**
 * Dispatches the waiting rows of these keys, in order within a key. Failed rows stay waiting and are swept.
 * Throws if the database is unavailable.
 */
export async function dispatchKeys<Row extends Waiting>(
  stream: Stream<Row>,
  keys: readonly string[],
  untilMs: number,
): Promise<WorkResult> {
  const { more, left } = await workOnKeys(stream, keys, untilMs);
  return more > 0 || left > 0 ? "more" : "done";
}

/** `held`: some rows could not be dispatched. */
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

/** Fallback for lost queue messages: dispatches rows of any key that have waited too long. */
export async function sweep<Row extends Waiting>(stream: Stream<Row>, untilMs: number): Promise<WorkResult> {
  const keys = await stream.overdueKeys(stream.clock.now() - OVERDUE_MS, KEYS);
  const { done, more, left } = await workOnKeys(stream, keys, untilMs);
  // Failed keys are retried on the next tick, not immediately.
  return done + more > 0 && (left > 0 || keys.length === KEYS) ? "more" : "done";
}

/**
 * Processes keys in parallel until the deadline. Returns the number of keys by result, and the number not
 * started.
 */
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

/** False if the rows must be dispatched one by one, because the batch or a row failed before. */
async function dispatchedTogether<Row extends Waiting>(
  stream: Stream<Row>,
  rows: readonly Row[],
): Promise<boolean> {
  const [first] = rows;
  if (stream.dispatchTogether === undefined || first === undefined || rows.length === 1) return false;
  if (rows.some(({ attempts }) => attempts > 0)) return false;
  try {
    await withinTime(TRY_MS, stream.dispatchTogether(rows));
    return true;
  } catch (error) {
    stream.logger.warn("inbox.batch_dispatch_failed", { tenantId: first.tenantId, hook: stream.name, error });
    return false;
  }
}

async function dispatched<Row extends Waiting>(stream: Stream<Row>, row: Row): Promise<boolean> {
  try {
    await withinTime(TRY_MS, stream.dispatch(row));
    return true;
  } catch (error) {
    stream.logger.error("inbox.dispatch_failed", { tenantId: row.tenantId, hook: stream.name, error });
    await stream.noteFailure(row);
    return false;
  }
}

async function tellIfUnread<Row extends Waiting>(stream: Stream<Row>, row: Row): Promise<void> {
  if (stream.clock.now() - row.receivedMs < UNREAD_MS) return;
  try {
    await stream.tellUnread(row);
  } catch (error) {
    stream.logger.error("inbox.unread_notice_failed", { tenantId: row.tenantId, hook: stream.name, error });
  }
}
