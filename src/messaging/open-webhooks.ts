/** Wires webhooks: accepting them, and queuing the accepted work. */
import { Backlog, type AcceptedDelivery, type WebhookDeps } from "./inbox/index.ts";
import { systemClock, type Clock } from "../kernel/clock.ts";
import { ShortMemory } from "../kernel/short-memory.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
import { deliveries } from "../platform/deliveries.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import { webhookOwners } from "./inbox/webhook-owners.ts";
import { queueOf, type QueueName, type SendWork, type WorkMessage } from "../platform/work/index.ts";
import type { AcceptedWork } from "./inbox/accept.ts";
import { teamWord, urgentByPattern } from "./inbox/urgent.ts";
import { pause } from "../kernel/time-limit.ts";

/** Batching window after a send. */
const GATHER_MS = 1_000;
/** If the batching request is this late, it died; the next delivery takes over. */
const LOST_MS = 1_000;
/**
 * Poll interval of the batching request. It polls, because a promise resolved by another request would
 * continue in that request's I/O context, or never.
 */
const LOOK_MS = 50;
/** Maximum messages per send. */
const MAX_GATHERED = 100;
/** Maximum messages held. */
const MAX_HELD = 5_000;
/** Maximum rounds a request waits for held messages (`waitUntil` allows 30 s after the response); the next delivery takes over. */
const CARRIED_ROUNDS = 20;

interface Lane {
  /** Earliest time of the next send. */
  nextMs: number;
  /** Whether a request is waiting to send the batch. */
  isCarried: boolean;
  gathered: Map<string, WorkMessage>;
  /** Whether the batching request should stop waiting. */
  isDue: boolean;
}

/**
 * Accepted work this isolate has not sent yet, one per isolate. Sends it to the queues, one message per ordering key. The first item after a quiet
 * period is sent immediately; items within the next second are batched in memory. Work of a team whose deliveries stream in stays there until it
 * is held no more, once a key, so that it costs the deliveries nothing. Best effort: the scheduler finds rows whose message was lost. Urgent work
 * goes to the priority queue and is never held.
 */
export class HandOver {
  readonly #clock: Clock;
  readonly #isHeld: (tenantId: string) => boolean;
  readonly #lanes = new Map<QueueName, Lane>();

  constructor(clock: Clock, isHeld: (tenantId: string) => boolean = () => false) {
    this.#clock = clock;
    this.#isHeld = isHeld;
  }

  /** Sends the work of an accepted delivery, immediately or with the next batch. Throws if the queue does. */
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

  /** Sends everything batched so far without further waiting. */
  flush(): void {
    for (const lane of this.#lanes.values()) lane.isDue = true;
  }

  async #add(send: SendWork, queue: QueueName, message: WorkMessage): Promise<void> {
    const lane = this.#lane(queue);
    const nowMs = this.#clock.now();
    const isLost = lane.isCarried && nowMs >= lane.nextMs + LOST_MS;
    const isHeld = this.#isHeldIn(queue, message);
    if (lane.gathered.size === 0 && nowMs >= lane.nextMs && !isHeld) {
      lane.nextMs = nowMs + GATHER_MS;
      return send(queue, [message]);
    }
    if (lane.gathered.size < MAX_HELD)
      lane.gathered.set(JSON.stringify([message.tenantId, message.kind, message.key]), message);
    if (lane.gathered.size >= MAX_GATHERED && !isHeld) return this.#sendGathered(send, queue, lane);
    if (lane.isCarried && !isLost) return;
    lane.isCarried = true;
    lane.isDue = false;
    for (let rounds = 0; lane.isCarried && rounds < CARRIED_ROUNDS; rounds++) {
      await this.#wait(lane, lane.nextMs);
      lane.isCarried = false;
      await this.#sendGathered(send, queue, lane);
      // A delivery that came meanwhile may carry what is still held.
      if (lane.isCarried) return;
      lane.isCarried = lane.gathered.size > 0;
    }
    lane.isCarried = false;
  }

  #isHeldIn(queue: QueueName, { tenantId }: WorkMessage): boolean {
    return queue !== "urgent" && this.#isHeld(tenantId);
  }

  /** Sends what isn't held. */
  async #sendGathered(send: SendWork, queue: QueueName, lane: Lane): Promise<void> {
    const { held = [], free = [] } = Object.groupBy(lane.gathered, ([, message]) =>
      !lane.isDue && this.#isHeldIn(queue, message) ? "held" : "free",
    );
    lane.gathered = new Map(held);
    lane.nextMs = this.#clock.now() + GATHER_MS;
    if (free.length > 0)
      await send(
        queue,
        free.map(([, message]) => message),
      );
  }

  async #wait(lane: Lane, untilMs: number): Promise<void> {
    const mostLooks = (untilMs - this.#clock.now()) / LOOK_MS;
    for (let looks = 0; looks < mostLooks && !lane.isDue; looks++) {
      const restMs = untilMs - this.#clock.now();
      if (restMs <= 0) return;
      await pause(Math.min(LOOK_MS, restMs));
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

/** Cached, so that a burst causes one query. */
const urgentWordsOf = new ShortMemory<readonly string[]>({
  keptMs: 2_000,
  most: 64,
  now: () => systemClock.now(),
});
const backlog = new Backlog(systemClock);
export const handOver = new HandOver(systemClock, (tenantId) => deliveries.isHeld(tenantId));

/** Does no I/O. */
export function webhookDeps(deployment: DeploymentContext): WebhookDeps {
  return {
    ...webhookOwners(deployment),
    clock: deployment.clock,
    db: (tenantId) => deployment.tenant(tenantId).db,
    isFull: (tenantId) => backlog.isFull(tenantId),
  };
}

/**
 * Queues the work of an accepted delivery after the response, and checks how much of the team's work is
 * waiting.
 */
export async function received(ctx: TenantContext, work: AcceptedDelivery["work"]): Promise<void> {
  deliveries.accepted(ctx.tenantId);
  const ask = async () => (await getPolicy(ctx.db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(ctx.tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: ctx.deployment.send, urgentWords }, ctx.tenantId, work),
    backlog.look(ctx.db),
  ]);
}
