/** Composes the clock: the minute that dispatches work, and the queue consumer that does it. */
import { consume, minute, type Task, type WorkDeps, type WorkResult } from "./work/index.ts";
import type { DeploymentContext } from "./context.ts";
import { deliveries } from "./deliveries.ts";
import { placesOf, queueName } from "./queues.ts";
import { workKinds, type DoWork } from "./work/kinds.ts";

function workDeps(deployment: DeploymentContext, isUrgent = false): WorkDeps {
  return {
    system: deployment.system,
    clock: deployment.clock,
    logger: deployment.log,
    ids: deployment.ids,
    send: deployment.send,
    dbOf: (tenantId) => deployment.tenant(tenantId).db,
    works: Object.fromEntries(
      Array.from(workKinds(), ([name, { run, runUrgent }]) => [
        name,
        (task: Task) => runInTurn(deployment, name, isUrgent ? runUrgent : run, task),
      ]),
    ) as unknown as WorkDeps["works"],
  };
}

/** Maximum wait of events while deliveries are being answered. */
const EVENTS_WAIT_MS = 15_000;

/** Does a piece of work, after waiting for its turn if others need the thread. */
async function runInTurn(
  deployment: DeploymentContext,
  name: string,
  run: DoWork,
  task: Task,
): Promise<WorkResult> {
  const work = () => run(deployment.fresh().tenant(task.tenantId), task);
  if (name !== "events.consume") return work();
  const waitUntilMs = Math.min(task.untilMs, deployment.clock.now() + EVENTS_WAIT_MS);
  return deliveries.giveWay(`${task.tenantId} events`, waitUntilMs, work);
}

/** The clock's minute: dispatches due work. Never throws. */
export function runCron(deployment: DeploymentContext): Promise<void> {
  return minute(workDeps(deployment));
}

/** Processes a batch of a queue. Never throws. */
export function consumeQueue(
  batch: MessageBatch<unknown>,
  deployment: DeploymentContext,
  context: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  const queue = queueName(batch.queue);
  const places = placesOf(queue);
  const deps = workDeps(deployment, queue === "urgent");
  const waitUntil = (promise: Promise<unknown>): void => context.waitUntil(promise);
  return consume({ ...deps, waitUntil, places }, batch.messages);
}
