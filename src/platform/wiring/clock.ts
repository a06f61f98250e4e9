/** Composition of the clock: the minute that hands work out, and the queues' consumer that does it. */
import { consume, minute, type Task, type WorkDeps, type WorkName, type WorkResult } from "../work/index.ts";
import { deploymentDb, forOnePiece, tenantDb } from "../db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../env.ts";
import { systemLogger } from "../logger.ts";
import { deliveries } from "./deliveries.ts";
import { placesOf, queueName, sendWork } from "./queues.ts";
import { URGENT_WORKS, WORKS } from "../../features/work.ts";

function workDeps(env: Env, works = WORKS): WorkDeps {
  const names = Object.keys(WORKS) as WorkName[];
  return {
    system: deploymentDb(env),
    clock: systemClock,
    logger: systemLogger,
    ids: systemIds,
    send: sendWork(env),
    dbOf: (tenantId) => tenantDb(env, tenantId),
    works: Object.fromEntries(
      names.map((name) => [name, (task: Task) => begin(env, works, name, task)]),
    ) as unknown as WorkDeps["works"],
  };
}

/** How long events wait for their turn at most while deliveries are answered. */
const EVENTS_WAIT_MS = 15_000;

/** Does a piece of work, once it has its turn where others wait for what it takes of the thread. */
async function begin(env: Env, works: typeof WORKS, name: WorkName, task: Task): Promise<WorkResult> {
  const work = () => works[name](forOnePiece(env), task);
  if (name !== "events.consume") return work();
  const waitUntilMs = Math.min(task.untilMs, systemClock.now() + EVENTS_WAIT_MS);
  return deliveries.giveWay(`${task.tenantId} events`, waitUntilMs, work);
}

/** The clock's minute: hands out what is due. Never throws. */
export function runCron(env: Env): Promise<void> {
  return minute(workDeps(env));
}

/** A batch of a queue. Never throws. */
export function consumeQueue(
  batch: MessageBatch<unknown>,
  env: Env,
  context: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  const queue = queueName(batch.queue);
  const places = placesOf(queue);
  const deps = workDeps(env, queue === "urgent" ? URGENT_WORKS : WORKS);
  const waitUntil = (promise: Promise<unknown>): void => context.waitUntil(promise);
  return consume({ ...deps, waitUntil, places }, batch.messages);
}
