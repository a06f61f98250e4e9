/** The deployment's queues behind the clock's port, and the places in which an isolate works on their messages. */
import { Wakes, type QueueName, type SendWork, type WorkMessage, type Wake } from "../clock/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { ConnectionSlots } from "../platform/connection-slots.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";

/** As many messages as one call may send. */
const BATCH_SIZE = 100;
/** Work of one queue done side by side in an isolate. What hangs keeps its place no longer than its lease. */
const PLACES: Record<QueueName, number> = { urgent: 8, inbox: 2, jobs: 12, long: 8 };
const PLACE_LEASE_MS = 28_000;

const places = new Map<string, ConnectionSlots>();

/** Sends work to its queue. */
export function sendWork(env: Env): SendWork {
  const queues: Record<QueueName, Queue<WorkMessage>> = {
    urgent: env.URGENT,
    inbox: env.INBOX,
    jobs: env.JOBS,
    long: env.LONG,
  };
  return async (name, messages, delaySeconds = 0) => {
    for (let at = 0; at < messages.length; at += BATCH_SIZE) {
      const batch = messages.slice(at, at + BATCH_SIZE).map((body) => ({ body, delaySeconds }));
      await queues[name].sendBatch(batch);
    }
  };
}

/** Runs work in one of the isolate's places for a queue. */
export function inPlace(queue: string, work: () => Promise<void>): Promise<void> {
  const size = PLACES[queue as QueueName] ?? 1;
  const slots = places.get(queue) ?? new ConnectionSlots(size, () => systemClock.now());
  places.set(queue, slots);
  return slots.run(PLACE_LEASE_MS, work);
}

/** The name of a queue as the clock has it, from its name in the account (`steward-jobs`). */
export function queueName(name: string): string {
  return name.replace(/^steward-/, "");
}

const wakes = new Wakes(systemClock);

/** Hands out work that is asked for often, now or in a second. Never throws: the clock finds it all the same. */
export async function wakeSoon(env: Env, work: Wake): Promise<void> {
  try {
    await wakes.ask(sendWork(env), work);
  } catch (error) {
    systemLogger.warn("clock.not_handed_out", { tenantId: work.tenantId, hook: work.kind, error });
  }
}
