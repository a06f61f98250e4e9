/**
 * A keyed mutex: writers of one file in one isolate take turns, so that they do not exhaust each other's attempts. It gives order and speed
 * only: the compare-and-set alone guarantees that no edit is lost, and a writer in another isolate does not wait here.
 */
import { settledWithin } from "../kernel/time-limit.ts";

/** A queue in which no one has finished for this long is passed: the request in front may have died. */
const STALLED_MS = 2_000;

interface Queue {
  tail: Promise<void>;
  /** How many have finished. */
  finished: number;
  waiting: number;
}

const queues = new Map<string, Queue>();

/** Runs the work once those before it under `key` are done. */
export async function withMutex<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(key) ?? { tail: Promise.resolve(), finished: 0, waiting: 0 };
  queues.set(key, queue);
  queue.waiting++;
  const before = queue.tail;
  let release = (): void => {};
  queue.tail = new Promise((resolve) => {
    release = resolve;
  });
  try {
    await turnOf(queue, before);
    return await work();
  } finally {
    queue.finished++;
    queue.waiting--;
    release();
    if (queue.waiting === 0) queues.delete(key);
  }
}

async function turnOf(queue: Queue, before: Promise<void>): Promise<void> {
  for (;;) {
    const seen = queue.finished;
    const isFirst = await settledWithin(
      STALLED_MS,
      before.then(() => true),
      false,
    );
    if (isFirst || queue.finished === seen) return;
  }
}
