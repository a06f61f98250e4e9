/**
 * The webhooks an isolate is answering, and what gives way to them. Answering comes first: work behind accepted deliveries runs on the same thread, so
 * while deliveries stream in one piece of work runs at a time, and a pause of `PAUSE_SHARE` times as long as it took follows it. That share adapts to the
 * machine and is also a minimum: a steady stream slows the work down and never stops it. Turns go round: whose last turn is longest ago is next, so one
 * team's flood costs another one turn.
 */
import { systemClock } from "../kernel/clock.ts";
import { tooMuch } from "../kernel/errors.ts";

/** So many deliveries within so long are a stream. A saturated thread takes few of a fast stream in, so its gaps say nothing. */
const STREAM_DELIVERIES = 5;
const STREAM_MS = 1_000;
/** Beside the pieces themselves, the runs they start need the thread. */
const PAUSE_SHARE = 2;
const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Poll interval of work that waits for its turn, where few pieces do. All together look no more often than `LOOKS_A_SECOND`. */
const LOOK_MS = 100;
const LOOKS_A_SECOND = 40;
/** Who has not looked for so many intervals waits no more. */
const LEFT_LOOKS = 5;
/** Owners whose last turn is known. */
const OWNERS = 1_000;
/** More at once would be answered after their senders gave up. */
const MAX_IN_FLIGHT = 256;
/** A request that was canceled may never report its end; nothing runs or is answered after this. */
const GONE_MS = 30_000;
/** What a refused sender is asked to wait. */
const RETRY_SECONDS = 5;

/** One per isolate. */
export class Deliveries {
  readonly #now: () => number;
  readonly #begunMs = new Map<symbol, number>();
  /** When the last deliveries came, the oldest first. */
  readonly #cameMs: number[] = [];
  /** The piece of work that has its turn. */
  #running: { readonly piece: symbol; readonly begunMs: number } | null = null;
  /** When the pause after the last piece ends. */
  #nextMs = 0;
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
    this.#cameMs.push(begunMs);
    if (this.#cameMs.length > STREAM_DELIVERIES) this.#cameMs.shift();
    try {
      return await work();
    } finally {
      this.#begunMs.delete(delivery);
    }
  }

  /** Runs a piece of an owner's work: at once unless deliveries are being answered or stream in, else at its turn, or at `untilMs`. */
  async giveWay<Result>(owner: string, untilMs: number, work: () => Promise<Result>): Promise<Result> {
    const piece = Symbol(owner);
    await this.#turn(piece, owner, untilMs);
    try {
      return await work();
    } finally {
      if (this.#running?.piece === piece) this.#pauseAfter(this.#running.begunMs);
    }
  }

  /** Resolves when a piece may begin, which in a stream takes the turn. */
  async #turn(piece: symbol, owner: string, untilMs: number): Promise<void> {
    // The same time by looks: a clock that is set back makes nobody wait for longer.
    const mostLooks = (untilMs - this.#now()) / LOOK_MS;
    try {
      for (let looks = 0; looks < mostLooks && this.#now() < untilMs && this.#isBusy(); looks++) {
        const nowMs = this.#now();
        this.#waiting.set(piece, { owner, lookedMs: nowMs });
        if (this.#isFree(nowMs) && this.#isNext(owner, nowMs)) {
          this.#running = { piece, begunMs: nowMs };
          return this.#noteTurn(owner, nowMs);
        }
        await new Promise((resolve) => setTimeout(resolve, Math.min(this.#lookMs(), untilMs - nowMs)));
      }
    } finally {
      this.#waiting.delete(piece);
    }
  }

  #isFree(nowMs: number): boolean {
    const { begunMs } = this.#running ?? { begunMs: -GONE_MS };
    // What lies ahead was noted before the clock was set back, and says nothing.
    if (begunMs <= nowMs && nowMs < begunMs + GONE_MS) return false;
    return nowMs >= this.#nextMs || nowMs < this.#nextMs - LONGEST_PAUSE_MS;
  }

  #pauseAfter(begunMs: number): void {
    this.#running = null;
    const nowMs = this.#now();
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, (nowMs - begunMs) * PAUSE_SHARE);
    this.#nextMs = nowMs + Math.min(LONGEST_PAUSE_MS, pauseMs);
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
    const [first] = this.#cameMs;
    if (this.inFlight > 0) return true;
    if (first === undefined || this.#cameMs.length < STREAM_DELIVERIES) return false;
    return first <= this.#now() && this.#now() < first + STREAM_MS;
  }
}

/** This isolate's: the server answers them, and work gives way to them. */
export const deliveries = new Deliveries(() => systemClock.now());
