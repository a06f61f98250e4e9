/**
 * A keyed mutex: writers of one file in one isolate take turns, so that they don't exhaust each other's
 * attempts. It only improves order and speed: the compare-and-set alone guarantees that no edit is lost, and
 * writers in other isolates don't wait here.
 */
import { systemClock } from "../kernel/clock.ts";
import { ConnectionSlots } from "../platform/connection-slots.ts";

/** A writer that takes longer no longer blocks others: its request may have died. */
const STALLED_MS = 2_000;

const queues = new Map<string, { readonly turns: ConnectionSlots; users: number }>();

/** Runs the work after earlier work under the same `key`. */
export async function withMutex<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(key) ?? { turns: new ConnectionSlots(1, () => systemClock.now()), users: 0 };
  queues.set(key, queue);
  queue.users++;
  try {
    return await queue.turns.run(STALLED_MS, work);
  } finally {
    queue.users--;
    if (queue.users === 0) queues.delete(key);
  }
}
