/**
 * At most so many outside calls at a time, first come first served; what is urgent goes before all that waits. A slot is a lease: work in a Worker can
 * end without its `finally` ever running (the client went away), so a slot not given back in time is taken
 * back, and a waiter that stopped asking loses its place.
 */

/** How often a waiter looks by itself; waking it early is only a courtesy. */
const LOOK_MS = 200;
/** A waiter that has not looked for so long is gone. */
const GONE_MS = 10 * LOOK_MS;

interface Waiter {
  lookedAt: number;
  readonly urgent: boolean;
  wake: () => void;
}

/** A fair, leaky counter of slots. One per isolate. */
export class ConnectionSlots {
  readonly #size: number;
  readonly #now: () => number;
  readonly #held = new Map<symbol, number>();
  #waiting: Waiter[] = [];

  constructor(size: number, now: () => number) {
    this.#size = size;
    this.#now = now;
  }

  /** Slots in use now. */
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
      this.#waiting[0]?.wake();
    }
  }

  async #acquire(leaseMs: number, urgent: boolean): Promise<symbol> {
    const waiter: Waiter = { lookedAt: this.#now(), urgent, wake: () => {} };
    this.#enter(waiter);
    for (;;) {
      waiter.lookedAt = this.#now();
      this.#takeBack();
      if (this.#waiting[0] === waiter && this.#held.size < this.#size) {
        this.#waiting.shift();
        const slot = Symbol("slot");
        this.#held.set(slot, this.#now() + leaseMs);
        this.#waiting[0]?.wake();
        return slot;
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LOOK_MS);
        waiter.wake = resolve;
      });
      // Cleared here and not by whoever wakes: in a Worker a timer's number means something only in its own request.
      clearTimeout(timer);
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
