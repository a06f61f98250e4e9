/**
 * The webhooks an isolate is answering, and what gives way to them. Answering comes first: work behind accepted deliveries runs on the same thread, so
 * while deliveries follow each other closely it begins one piece every `TURN_MS` at most. That share is also its minimum: a steady stream slows
 * the work down and never stops it. Turns go round: whose last turn is longest ago is next, so one team's flood costs another one turn.
 */
import { tooMuch } from "../kernel/errors.ts";

/** Deliveries further apart than this leave the thread free. */
const CLOSE_MS = 50;
/** One piece of work may begin this often during a stream of deliveries. */
const TURN_MS = 500;
/** Poll interval of work that waits for its turn. */
const LOOK_MS = 100;
/** Who has not looked for so long waits no more. */
const LEFT_MS = 5 * LOOK_MS;
/** Owners whose last turn is known. */
const OWNERS = 1_000;
/** More at once would be answered after their senders gave up. */
const MAX_IN_FLIGHT = 256;
/** A request that was canceled may never report its end; nothing is answered after this. */
const GONE_MS = 30_000;
/** What a refused sender is asked to wait. */
const RETRY_SECONDS = 5;

/** One per isolate. */
export class Deliveries {
  readonly #now: () => number;
  readonly #begunMs = new Map<symbol, number>();
  #lastMs = -CLOSE_MS;
  #turnMs = 0;
  /** When each owner had its last turn, and when each that waits looked last. */
  readonly #servedMs = new Map<string, number>();
  readonly #lookedMs = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Deliveries being answered. */
  get inFlight(): number {
    for (const [delivery, begunMs] of this.#begunMs) {
      if (begunMs + GONE_MS > this.#now()) break;
      this.#begunMs.delete(delivery);
    }
    return this.#begunMs.size;
  }

  /** Answers a delivery. Throws `unavailable` (503) where too many are being answered already. */
  async answer<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inFlight >= MAX_IN_FLIGHT) throw tooMuch(RETRY_SECONDS);
    const delivery = Symbol("delivery");
    this.#begunMs.set(delivery, this.#now());
    this.#lastMs = this.#now();
    try {
      return await work();
    } finally {
      this.#begunMs.delete(delivery);
    }
  }

  /** Resolves when a piece of an owner's work may begin: at once unless deliveries follow each other closely, else at its turn, or at `untilMs`. */
  async turn(owner: string, untilMs: number): Promise<void> {
    while (this.#now() < untilMs && this.#isBusy()) {
      const nowMs = this.#now();
      this.#lookedMs.set(owner, nowMs);
      if (nowMs >= this.#turnMs && this.#isNext(owner, nowMs)) {
        this.#turnMs = nowMs + TURN_MS;
        this.#noteTurn(owner, nowMs);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    this.#lookedMs.delete(owner);
  }

  #isNext(owner: string, nowMs: number): boolean {
    const mineMs = this.#servedMs.get(owner) ?? 0;
    for (const [other, lookedMs] of this.#lookedMs) {
      if (lookedMs + LEFT_MS <= nowMs) this.#lookedMs.delete(other);
      else if ((this.#servedMs.get(other) ?? 0) < mineMs) return false;
    }
    return true;
  }

  #noteTurn(owner: string, nowMs: number): void {
    this.#servedMs.delete(owner);
    for (const oldest of this.#servedMs.keys())
      if (this.#servedMs.size >= OWNERS) this.#servedMs.delete(oldest);
    this.#servedMs.set(owner, nowMs);
  }

  #isBusy(): boolean {
    return this.inFlight > 0 || this.#now() < this.#lastMs + CLOSE_MS;
  }
}
