/**
 * Limits how many pieces of work an isolate runs per queue. A piece that takes longer than `HOLD_MS` is
 * waiting for an outside service: it continues, but frees its place, so that it delays others by at most
 * that time. An owner (a team and a kind of work) with several such pieces gets no new places until one
 * ends. The total is limited as well, because more concurrency doesn't help an overloaded isolate.
 */
import { ConnectionSlots } from "./connection-slots.ts";

/** How long a piece keeps its place. Work without outside calls finishes earlier. */
const HOLD_MS = 1_000;
/** An owner with this many waiting pieces gets no new places. */
const WAITING = 6;
/** The platform ends work behind a response after 30 s, possibly without notice. */
const GONE_MS = 30_000;

/** The places of one queue in an isolate. */
export class WorkPlaces {
  readonly #slots: ConnectionSlots;
  readonly #all: ConnectionSlots;
  readonly #now: () => number;
  /** Start times of each owner's running pieces. */
  readonly #begunMs = new Map<string, Map<symbol, number>>();

  /** `quick`: concurrent pieces; `most`: including those that wait for an outside service. */
  constructor({ quick, most }: { readonly quick: number; readonly most: number }, now: () => number) {
    this.#slots = new ConnectionSlots(quick, now);
    this.#all = new ConnectionSlots(most, now);
    this.#now = now;
  }

  /** Runs work once a place is free. Returns false without running it if the owner has too much waiting work. */
  async run(owner: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#hangs(owner)) return false;
    let isBegun = false;
    const begin = async (): Promise<void> => {
      // Checked again after waiting for the place.
      if (this.#hangs(owner)) return;
      isBegun = true;
      const piece = Symbol("piece");
      const pieces = this.#begunMs.get(owner) ?? new Map<symbol, number>();
      this.#begunMs.set(owner, pieces.set(piece, this.#now()));
      try {
        await work();
      } finally {
        this.#end(owner, piece);
      }
    };
    await this.#all.run(GONE_MS, () => this.#slots.run(HOLD_MS, begin));
    return isBegun;
  }

  #hangs(owner: string): boolean {
    const nowMs = this.#now();
    let waiting = 0;
    for (const [piece, begunMs] of this.#begunMs.get(owner) ?? []) {
      if (begunMs + GONE_MS <= nowMs) this.#end(owner, piece);
      else if (begunMs + HOLD_MS <= nowMs) waiting += 1;
    }
    return waiting >= WAITING;
  }

  #end(owner: string, piece: symbol): void {
    const pieces = this.#begunMs.get(owner);
    pieces?.delete(piece);
    if (pieces?.size === 0) this.#begunMs.delete(owner);
  }
}
