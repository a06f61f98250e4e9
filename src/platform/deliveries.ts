/**
 * Gives webhooks priority over the work behind them, which runs on the same thread. While deliveries stream
 * in, one piece of work runs at a time, followed by a pause of `PAUSE_SHARE` times its duration. This
 * adapts to the machine and guarantees progress: a steady stream slows the work down, but never stops it.
 * The owner whose last turn is oldest is next, so that one team's flood costs another team at most one
 * turn. A team whose own deliveries stream in waits longer: its work starts when the stream ends, or a
 * minute after it began. The thread cannot keep up with such a stream anyway, and work that waits together
 * costs less than work that starts item by item.
 */
import { systemClock } from "../kernel/clock.ts";
import { tooMuch } from "../kernel/errors.ts";
import { pause } from "../kernel/time-limit.ts";

/** This many deliveries within a second begin a stream. */
const STREAM_DELIVERIES = 5;
const STREAM_MS = 1_000;
/** Fewer than that within this time end it: a thread or database that stalls accepts none of a fast stream for seconds. */
const OVER_MS = 5_000;
/** How long a team's work waits for the end of its stream. */
const HELD_MS = 60_000;
/** Besides the pieces themselves, the runs they start need the thread. */
const PAUSE_SHARE = 2;
const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/**
 * Poll interval of waiting work, if there is little of it. All waiters together poll at most
 * `LOOKS_A_SECOND` times.
 */
const LOOK_MS = 100;
const LOOKS_A_SECOND = 40;
/** A waiter that misses this many intervals is dropped. */
const LEFT_LOOKS = 5;
/** Maximum owners whose last turn is remembered, and teams whose last deliveries are. */
const OWNERS = 1_000;
/** More would be answered only after their senders gave up. */
const MAX_IN_FLIGHT = 256;
/** A canceled request may never report its end; it counts as over after this time. */
const GONE_MS = 30_000;
/** Retry time for a refused sender. */
const RETRY_SECONDS = 5;

/** The last deliveries of one source. */
class Stream {
  /** Times of the last deliveries, oldest first. */
  readonly #cameMs: number[] = [];
  /** When the current stream, or the last, was detected. */
  #sinceMs: number | null = null;

  add(nowMs: number): void {
    if (!this.isOn(nowMs)) this.#sinceMs = null;
    this.#cameMs.push(nowMs);
    if (this.#cameMs.length > STREAM_DELIVERIES) this.#cameMs.shift();
    const [first = nowMs] = this.#cameMs;
    if (this.#cameMs.length === STREAM_DELIVERIES && first <= nowMs && nowMs < first + STREAM_MS)
      this.#sinceMs ??= nowMs;
  }

  /** Whether deliveries stream in, and have done so for less than `forMs`. */
  isOn(nowMs: number, forMs = Infinity): boolean {
    const [first] = this.#cameMs;
    if (this.#sinceMs === null || first === undefined) return false;
    // A time in the future was noted before the clock was set back.
    return first <= nowMs && nowMs < first + OVER_MS && nowMs < this.#sinceMs + forMs;
  }
}

/** One per isolate. */
export class Deliveries {
  readonly #now: () => number;
  readonly #begunMs = new Map<symbol, number>();
  readonly #all = new Stream();
  readonly #ofTeams = new Map<string, Stream>();
  /** The piece of work that is running. */
  #running: { readonly piece: symbol; readonly begunMs: number } | null = null;
  /** When the pause after the last piece ends. */
  #nextMs = 0;
  /** When each owner had its last turn. */
  readonly #servedMs = new Map<string, number>();
  /** Waiting pieces with their owner and last poll. */
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

  /** Answers a delivery. Throws `unavailable` (503) if too many are in progress. */
  async answer<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.inFlight >= MAX_IN_FLIGHT) throw tooMuch(RETRY_SECONDS);
    const delivery = Symbol("delivery");
    const begunMs = this.#now();
    this.#begunMs.set(delivery, begunMs);
    this.#all.add(begunMs);
    try {
      return await work();
    } finally {
      this.#begunMs.delete(delivery);
    }
  }

  /** Notes an accepted delivery of a team. */
  accepted(tenantId: string): void {
    const stream = this.#ofTeams.get(tenantId) ?? new Stream();
    setNewest(this.#ofTeams, tenantId, stream);
    stream.add(this.#now());
  }

  /** Whether a team's new work waits for the end of its stream. */
  isHeld(tenantId: string): boolean {
    return this.#ofTeams.get(tenantId)?.isOn(this.#now(), HELD_MS) ?? false;
  }

  /**
   * Runs a piece of an owner's work: at once unless deliveries are in progress or stream in, else at its
   * turn, or at `untilMs`.
   */
  async giveWay<Result>(owner: string, untilMs: number, work: () => Promise<Result>): Promise<Result> {
    const piece = Symbol(owner);
    await this.#turn(piece, owner, untilMs);
    try {
      return await work();
    } finally {
      if (this.#running?.piece === piece) this.#pauseAfter(this.#running.begunMs);
    }
  }

  /** Resolves when a piece may start; during a stream, it then has the turn. */
  async #turn(piece: symbol, owner: string, untilMs: number): Promise<void> {
    // Counted in polls, so that setting the clock back doesn't extend the wait.
    const mostLooks = (untilMs - this.#now()) / LOOK_MS;
    try {
      for (let looks = 0; looks < mostLooks && this.#now() < untilMs && this.#isBusy(); looks++) {
        const nowMs = this.#now();
        this.#waiting.set(piece, { owner, lookedMs: nowMs });
        if (this.#isFree(nowMs) && this.#isNext(owner, nowMs)) {
          this.#running = { piece, begunMs: nowMs };
          return setNewest(this.#servedMs, owner, nowMs);
        }
        await pause(Math.min(this.#lookMs(), untilMs - nowMs));
      }
    } finally {
      this.#waiting.delete(piece);
    }
  }

  #isFree(nowMs: number): boolean {
    const { begunMs } = this.#running ?? { begunMs: -GONE_MS };
    // Times in the future were recorded before the clock was set back; ignore them.
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

  #isBusy(): boolean {
    return this.inFlight > 0 || this.#all.isOn(this.#now());
  }
}

/** Sets an entry, and drops the entries that were set longest ago. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  for (const oldest of map.keys()) if (map.size >= OWNERS) map.delete(oldest);
  map.set(key, value);
}

/** The isolate's instance, shared by the server and background work. */
export const deliveries = new Deliveries(() => systemClock.now());
