/**
 * Processes a batch of a queue. A message is acknowledged when its work starts, not when it ends, so that
 * hanging work doesn't block the queue; the rows are authoritative, and lost work is dispatched again. If a
 * team has too much hanging work, the rest is left to the clock. Only work that may take minutes is
 * awaited, because a Worker can't run that long after its response.
 */
import { findKind } from "./kinds.ts";
import { isTick, tick } from "./hand-out.ts";
import type { WorkDeps } from "./ports.ts";
import type { WorkGroup, WorkMessage } from "./types.ts";
import { messagesOf, processMessages } from "./process-messages.ts";

export interface ConsumeDeps extends WorkDeps {
  /** Keeps work running after the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** The isolate's places for the queue. */
  readonly places: Places;
}

/** Runs work once a place is free. Returns false without running it if the owner has too much hanging work. */
interface Places {
  run(owner: string, work: () => Promise<void>): Promise<boolean>;
}

/** Retry delay of a message whose work didn't start and that the clock wouldn't find. */
const PUT_BACK_SECONDS = 5;

/** A message from a queue. */
export interface Delivery {
  readonly body: unknown;
  ack(): void;
}

/** Never throws. */
export async function consume(deps: ConsumeDeps, deliveries: readonly Delivery[]): Promise<void> {
  const groups = Map.groupBy(deliveries, ({ body }) => {
    const message = readMessage(body);
    return message === null ? null : JSON.stringify([message.tenantId, message.kind, message.key === ""]);
  });
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const messages = group.map(({ body }) => readMessage(body)).filter((message) => message !== null);
      const [first] = messages;
      if (first !== undefined) await startGroup(deps, { ...first, keys: keysOf(messages) });
      for (const delivery of group) delivery.ack();
    }),
  );
}

function keysOf(messages: readonly WorkMessage[]): string[] {
  return [...new Set(messages.map(({ key }) => key))].filter((key) => key !== "");
}

/** Resolves once the work has started or was postponed, or, for long work, once it is done. */
async function startGroup(deps: ConsumeDeps, group: WorkGroup): Promise<void> {
  if (isTick(group)) return tick(deps);
  const kind = findKind(group.kind);
  if (kind?.queue === "long") return processMessages(deps, group);
  const settled = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    try {
      const isBegun = await deps.places.run(`${group.tenantId} ${group.kind}`, () => {
        settled.resolve();
        return processMessages(deps, group);
      });
      if (!isBegun && kind?.due === null) await deps.send(kind.queue, messagesOf(group), PUT_BACK_SECONDS);
    } catch (error) {
      deps.logger.error("clock.not_begun", { tenantId: group.tenantId, hook: group.kind, error });
    }
    settled.resolve();
  };
  deps.waitUntil(run());
  return settled.promise;
}

/** Parses a message; null if invalid. */
function readMessage(body: unknown): WorkMessage | null {
  if (typeof body !== "object" || body === null) return null;
  const { tenantId, kind, key } = body as Record<string, unknown>;
  return typeof tenantId === "string" && typeof kind === "string" && typeof key === "string"
    ? { tenantId, kind, key }
    : null;
}
