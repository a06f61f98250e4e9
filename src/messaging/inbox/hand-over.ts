/**
 * From accepted deliveries into the queues: a message by the key that keeps its order. The first of a quiet moment goes at once; what comes within a
 * second of it is gathered in memory and goes as one send. Nothing rests on it: the clock finds the rows of what was not handed over. What cannot wait
 * goes to the queue where nothing else is before it.
 */
import { queueOf, type QueueName, type SendWork, type WorkMessage } from "../../platform/work/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { AcceptedWork } from "./accept.ts";
import { teamWord, urgentByPattern } from "./urgent.ts";

/** How long work is gathered after a send. */
const GATHER_MS = 1_000;
/** A request that gathers and is this late has died; the next delivery gathers instead. */
const LOST_MS = 1_000;
/** How often the request that gathers looks whether another has ended its wait: what another resolves goes on with the other's I/O, or never. */
const LOOK_MS = 50;
/** As many as one send takes. */
const MAX_GATHERED = 100;

interface Lane {
  /** When the queue may be sent to again. */
  nextMs: number;
  /** Whether a request waits to send what is gathered. */
  isCarried: boolean;
  gathered: Map<string, WorkMessage>;
  /** Whether the wait of the request that gathers is to end early. */
  isDue: boolean;
}

/** What an isolate accepted and has not sent yet. One per isolate. */
export class HandOver {
  readonly #clock: Clock;
  readonly #lanes = new Map<QueueName, Lane>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends the work of an accepted delivery, now or with what else comes within a second. Throws where a queue does. */
  async accepted(
    {
      send,
      urgentWords,
    }: { readonly send: SendWork; readonly urgentWords: () => Promise<readonly string[]> },
    tenantId: string,
    work: readonly AcceptedWork[],
  ): Promise<void> {
    for (const { kind, key, words } of work) {
      const isUrgent =
        words !== null && (urgentByPattern(words) ?? teamWord(words, await urgentWords())) !== null;
      await this.#add(send, isUrgent ? "urgent" : queueOf(kind), { tenantId, kind, key });
    }
  }

  /** Ends all waiting: what is gathered is sent now. */
  flush(): void {
    for (const lane of this.#lanes.values()) lane.isDue = true;
  }

  async #add(send: SendWork, queue: QueueName, message: WorkMessage): Promise<void> {
    const lane = this.#lane(queue);
    const nowMs = this.#clock.now();
    const isLost = lane.isCarried && nowMs >= lane.nextMs + LOST_MS;
    if (lane.gathered.size === 0 && nowMs >= lane.nextMs) {
      lane.nextMs = nowMs + GATHER_MS;
      return send(queue, [message]);
    }
    lane.gathered.set(JSON.stringify([message.tenantId, message.kind, message.key]), message);
    if (lane.gathered.size >= MAX_GATHERED) return this.#sendGathered(send, queue, lane);
    if (lane.isCarried && !isLost) return;
    lane.isCarried = true;
    lane.isDue = false;
    await this.#wait(lane, lane.nextMs);
    lane.isCarried = false;
    await this.#sendGathered(send, queue, lane);
  }

  async #sendGathered(send: SendWork, queue: QueueName, lane: Lane): Promise<void> {
    const messages = [...lane.gathered.values()];
    lane.gathered = new Map();
    lane.nextMs = this.#clock.now() + GATHER_MS;
    if (messages.length > 0) await send(queue, messages);
  }

  async #wait(lane: Lane, untilMs: number): Promise<void> {
    const mostLooks = (untilMs - this.#clock.now()) / LOOK_MS;
    for (let looks = 0; looks < mostLooks && !lane.isDue; looks++) {
      const restMs = untilMs - this.#clock.now();
      if (restMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, restMs)));
    }
  }

  #lane(queue: QueueName): Lane {
    const known = this.#lanes.get(queue);
    if (known !== undefined) return known;
    const lane: Lane = { nextMs: 0, isCarried: false, gathered: new Map(), isDue: false };
    this.#lanes.set(queue, lane);
    return lane;
  }
}
