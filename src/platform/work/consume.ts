/**
 * Takes a batch of a queue. A message is acknowledged as soon as its work has begun and not when it is done, so that work that hangs holds up no
 * other message of the queue: the rows are the truth, and what dies is handed out again. Where too much of a team's hangs already, more of it is
 * left to the clock. Only work that may take minutes is waited for, since a Worker may not go on for that long behind its answer.
 */
import { findKind } from "./kinds.ts";
import { isTick, tick } from "./hand-out.ts";
import type { WorkDeps } from "./ports.ts";
import type { WorkGroup, WorkMessage } from "./types.ts";
import { messagesOf, processMessages } from "./process-messages.ts";

/** What a consumer is given beside. */
export interface ConsumeDeps extends WorkDeps {
  /** Lets work go on behind the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** The isolate's places for the queue. */
  readonly places: Places;
}

/** Runs work in a place, once there is one. Answers whether it did: false where too much of the same owner's hangs. */
interface Places {
  run(owner: string, work: () => Promise<void>): Promise<boolean>;
}

/** As long as a message that the clock would not find by itself waits in the queue where its work was not begun. */
const PUT_BACK_SECONDS = 5;

/** A message as a queue hands it over. */
export interface Delivery {
  readonly body: unknown;
  ack(): void;
}

/** Works on a batch. Never throws. */
export async function consume(deps: ConsumeDeps, deliveries: readonly Delivery[]): Promise<void> {
  const groups = Map.groupBy(deliveries, ({ body }) => {
    const message = readMessage(body);
    return message === null ? null : JSON.stringify([message.tenantId, message.kind, message.key === ""]);
  });
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const messages = group.map(({ body }) => readMessage(body)).filter((message) => message !== null);
      const [first] = messages;
      if (first !== undefined) await begin(deps, { ...first, keys: keysOf(messages) });
      for (const delivery of group) delivery.ack();
    }),
  );
}

function keysOf(messages: readonly WorkMessage[]): string[] {
  return [...new Set(messages.map(({ key }) => key))].filter((key) => key !== "");
}

/** Resolves once the work has begun or is left for later, or is done where it is waited for. */
async function begin(deps: ConsumeDeps, group: WorkGroup): Promise<void> {
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

/** A message's words; null for what is none. Reads the release before too, whose messages named a slot. */
function readMessage(body: unknown): WorkMessage | null {
  if (typeof body !== "object" || body === null) return null;
  const { tenantId, kind, key, scheduleId, slotAt } = body as Record<string, unknown>;
  if (typeof tenantId !== "string") return null;
  if (typeof scheduleId === "string" && typeof slotAt === "string")
    return { tenantId, kind: "schedules.slot", key: `${scheduleId} ${slotAt}` };
  return typeof kind === "string" && typeof key === "string" ? { tenantId, kind, key } : null;
}
