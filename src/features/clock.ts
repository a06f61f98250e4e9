/** Composition of the clock: the minute that hands work out, and the queues' consumer that does it. */
import {
  consume,
  minute,
  type Task,
  type WorkDeps,
  type WorkName,
  type WorkResult,
} from "../platform/work/index.ts";
import type { DeploymentContext } from "../platform/context.ts";
import { deliveries } from "../platform/deliveries.ts";
import { placesOf, queueName } from "../platform/queues.ts";
import { URGENT_WORKS, WORKS } from "./work.ts";

function workDeps(deployment: DeploymentContext, works = WORKS): WorkDeps {
  const names = Object.keys(WORKS) as WorkName[];
  return {
    system: deployment.system,
    clock: deployment.clock,
    logger: deployment.log,
    ids: deployment.ids,
    send: deployment.send,
    dbOf: (tenantId) => deployment.tenant(tenantId).db,
    works: Object.fromEntries(
      names.map((name) => [name, (task: Task) => begin(deployment, works, name, task)]),
    ) as unknown as WorkDeps["works"],
  };
}

/** How long events wait for their turn at most while deliveries are answered. */
const EVENTS_WAIT_MS = 15_000;

/** Does a piece of work, once it has its turn where others wait for what it takes of the thread. */
async function begin(
  deployment: DeploymentContext,
  works: typeof WORKS,
  name: WorkName,
  task: Task,
): Promise<WorkResult> {
  const work = () => works[name](deployment.fresh().tenant(task.tenantId), task);
  if (name !== "events.consume") return work();
  const waitUntilMs = Math.min(task.untilMs, deployment.clock.now() + EVENTS_WAIT_MS);
  return deliveries.giveWay(`${task.tenantId} events`, waitUntilMs, work);
}

/** The clock's minute: hands out what is due. Never throws. */
export function runCron(deployment: DeploymentContext): Promise<void> {
  return minute(workDeps(deployment));
}

/** A batch of a queue. Never throws. */
export function consumeQueue(
  batch: MessageBatch<unknown>,
  deployment: DeploymentContext,
  context: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  const queue = queueName(batch.queue);
  const places = placesOf(queue);
  const deps = workDeps(deployment, queue === "urgent" ? URGENT_WORKS : WORKS);
  const waitUntil = (promise: Promise<unknown>): void => context.waitUntil(promise);
  return consume({ ...deps, waitUntil, places }, batch.messages);
}
