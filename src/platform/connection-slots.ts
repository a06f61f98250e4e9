/**
 * Limits concurrent outside calls, first come, first served; urgent ones go first. A slot is a lease,
 * because work in a Worker can end without running its `finally` (the client disconnected): a slot not
 * returned in time is reclaimed, and a waiter that stops polling loses its place.
 */
import { pause } from "../kernel/time-limit.ts";

/**
 * Poll interval of the first waiter; later ones poll less often. Waiters poll, because in a Worker a
 * promise resolved by another request continues with that request's I/O context, or never.
 */
const FIRST_LOOK_MS = 5;
const LOOK_MS = 200;
/** A waiter that hasn't polled for this long is gone. */
const GONE_MS = 10 * LOOK_MS;

interface Waiter {
  lookedAt: number;
  readonly urgent: boolean;
}

/** A fair counter of slots. One per isolate. */
export class ConnectionSlots {
  readonly #size: number;
  readonly #now: () => number;
  readonly #held = new Map<symbol, number>();
  #waiting: Waiter[] = [];

  constructor(size: number, now: () => number) {
    this.#size = size;
    this.#now = now;
  }

  get used(): number {
    this.#takeBack();
    return this.#held.size;
  }

  /** Runs `work` in a slot held for at most `leaseMs`. */
  async run<Result>(leaseMs: number, work: () => Promise<Result>, urgent = false): Promise<Result> {
    const slot = await this.#acquire(leaseMs, urgent);
    try {
      return await work();
    } finally {
      this.#held.delete(slot);
    }
  }

  async #acquire(leaseMs: number, urgent: boolean): Promise<symbol> {
    const waiter: Waiter = { lookedAt: this.#now(), urgent };
    this.#enter(waiter);
    for (;;) {
      waiter.lookedAt = this.#now();
      this.#takeBack();
      const place = this.#waiting.indexOf(waiter);
      if (place === 0 && this.#held.size < this.#size) {
        this.#waiting.shift();
        const slot = Symbol("slot");
        this.#held.set(slot, this.#now() + leaseMs);
        return slot;
      }
      await pause(Math.min(LOOK_MS, FIRST_LOOK_MS * (place + 1)));
      if (!this.#waiting.includes(waiter)) this.#enter(waiter);
    }
  }

  #enter(waiter: Waiter): void {
    const before = waiter.urgent ? this.#waiting.findIndex(({ urgent }) => !urgent) : -1;
    this.#waiting.splice(before < 0 ? this.#waiting.length : before, 0, waiter);
  }

  #takeBack(): void {
    const now = this.#now();
    for (const [slot, until] of this.#held) if (until <= now) this.#held.delete(slot);
    this.#waiting = this.#waiting.filter((waiter) => waiter.lookedAt > now - GONE_MS);
  }
}
