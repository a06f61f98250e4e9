/**
 * The webhooks an isolate is answering, and what gives way to them. Answering comes first: work behind accepted deliveries runs on the same thread, so
 * while deliveries follow each other closely it begins one piece every `TURN_MS` at most, and the slower the answers come the more seldom, down to one
 * every `LONGEST_TURN_MS`. That share is also its minimum: a steady stream slows the work down and never stops it. Turns go round: whose last turn is
 * longest ago is next, so one team's flood costs another one turn.
 */
import { tooMuch } from "../kernel/errors.ts";

/** Deliveries further apart than this leave the thread free. */
const CLOSE_MS = 50;
/** One piece of work may begin this often during a stream of deliveries that are answered in `QUICK_MS`; in proportion where that takes longer. */
const TURN_MS = 500;
const QUICK_MS = 50;
const LONGEST_TURN_MS = 5_000;
/** Poll interval of work that waits for its turn, where few pieces do. All together look no more often than `LOOKS_A_SECOND`. */
const LOOK_MS = 100;
const LOOKS_A_SECOND = 40;
/** Who has not looked for so many intervals waits no more. */
const LEFT_LOOKS = 5;
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
  /** How long the last answer took. */
  #tookMs = 0;
  /** When the last turn was taken. */
  #turnMs = -LONGEST_TURN_MS;
  /** When each owner had its last turn. */
  readonly #servedMs = new Map<string, number>();
  /** Pieces of work that wait for their turn: whose they are, and when each looked last. */
  readonly #waiting = new Map<symbol, { readonly owner: string; readonly lookedMs: number }>();

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
    const begunMs = this.#now();
    this.#begunMs.set(delivery, begunMs);
    this.#lastMs = begunMs;
    try {
      return await work();
    } finally {
      this.#begunMs.delete(delivery);
      this.#tookMs = this.#now() - begunMs;
    }
  }

  /** Resolves when a piece of an owner's work may begin: at once unless deliveries follow each other closely, else at its turn, or at `untilMs`. */
  async turn(owner: string, untilMs: number): Promise<void> {
    const piece = Symbol(owner);
    // The same time by looks: a clock that is set back makes nobody wait for longer.
    const mostLooks = (untilMs - this.#now()) / LOOK_MS;
    for (let looks = 0; looks < mostLooks && this.#now() < untilMs && this.#isBusy(); looks++) {
      const nowMs = this.#now();
      this.#waiting.set(piece, { owner, lookedMs: nowMs });
      if (nowMs >= this.#turnMs + this.#intervalMs() && this.#isNext(owner, nowMs)) {
        this.#turnMs = nowMs;
        this.#noteTurn(owner, nowMs);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(this.#lookMs(), untilMs - nowMs)));
    }
    this.#waiting.delete(piece);
  }

  #intervalMs(): number {
    return Math.min(LONGEST_TURN_MS, TURN_MS * Math.max(1, this.#tookMs / QUICK_MS));
  }

  #lookMs(): number {
    return Math.max(LOOK_MS, (this.#waiting.size * 1_000) / LOOKS_A_SECOND);
  }

  #isNext(owner: string, nowMs: number): boolean {
    const mineMs = this.#servedMs.get(owner) ?? 0;
    const leftMs = nowMs - LEFT_LOOKS * this.#lookMs();
    for (const [piece, { owner: other, lookedMs }] of this.#waiting) {
      if (lookedMs <= leftMs) this.#waiting.delete(piece);
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
