/** The deployment's queues behind the clock's port, and the isolate's places for their messages. */
import { Wakes, type QueueName, type SendWork, type WorkMessage } from "./work/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Env } from "./env.ts";
import { WorkPlaces } from "./work-places.ts";

/** Maximum messages per call. */
const BATCH_SIZE = 100;
/**
 * How many messages of a queue an isolate works on at once: `quick` normally, `most` including those that wait for an outside service. Timed work and
 * polls have places of their own, so a backlog of other work doesn't delay reminders or mailbox polls.
 */
const PLACES: Readonly<Record<string, { readonly quick: number; readonly most: number }>> = {
  urgent: { quick: 8, most: 64 },
  inbox: { quick: 3, most: 24 },
  jobs: { quick: 12, most: 64 },
  timed: { quick: 6, most: 32 },
  polls: { quick: 6, most: 32 },
};
const FEWEST = { quick: 1, most: 1 } as const;

const places = new Map<string, WorkPlaces>();

export function queueSender(env: Env): SendWork {
  const queues: Record<QueueName, Queue<WorkMessage>> = {
    urgent: env.URGENT,
    inbox: env.INBOX,
    jobs: env.JOBS,
    timed: env.TIMED,
    polls: env.POLLS,
    long: env.LONG,
  };
  return async (name, messages, delaySeconds = 0) => {
    for (let at = 0; at < messages.length; at += BATCH_SIZE) {
      const batch = messages.slice(at, at + BATCH_SIZE).map((body) => ({ body, delaySeconds }));
      await queues[name].sendBatch(batch);
    }
  };
}

/** The isolate's places for a queue. */
export function placesOf(queue: string): WorkPlaces {
  const known = places.get(queue) ?? new WorkPlaces(PLACES[queue] ?? FEWEST, () => systemClock.now());
  places.set(queue, known);
  return known;
}

/** The clock's name of a queue, from its account name (`steward-jobs`). */
export function queueName(name: string): string {
  return name.replace(/^steward-/, "");
}

/** Work this isolate requested that hasn't started. */
export const wakes = new Wakes(systemClock);
