/**
 * The places in which an isolate works on a queue's messages: so many pieces at once while they go quickly. A piece that takes longer than
 * `HOLD_MS` waits for somebody outside; it goes on, but its place is free again, so that what hangs holds up others for that long at most. An owner
 * (a team and a kind of work) of whom several pieces wait like that is given no more places until one of them has ended. All together are bounded
 * too: where everything is slow because there is much to do, more at once would only make it slower.
 */
import { ConnectionSlots } from "./connection-slots.ts";

/** As long as a piece keeps its place. What calls nobody outside is done by then. */
const HOLD_MS = 1_000;
/** As many of an owner's pieces may wait beyond that before it is given no more places. */
const WAITING = 6;
/** By then the platform has ended what it lets go on behind an answer (30 s), and its end may never have been told. */
const GONE_MS = 30_000;

/** One queue's places in an isolate. */
export class WorkPlaces {
  readonly #slots: ConnectionSlots;
  readonly #all: ConnectionSlots;
  readonly #now: () => number;
  /** When each owner's pieces that have not ended were begun. */
  readonly #begunMs = new Map<string, Map<symbol, number>>();

  /** `quick` pieces go on side by side, `most` with those that wait for somebody outside. */
  constructor({ quick, most }: { readonly quick: number; readonly most: number }, now: () => number) {
    this.#slots = new ConnectionSlots(quick, now);
    this.#all = new ConnectionSlots(most, now);
    this.#now = now;
  }

  /** Runs work once there is a place. Answers whether it did: false where too much of its owner's waits already. */
  async run(owner: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#hangs(owner)) return false;
    let isBegun = false;
    const begin = async (): Promise<void> => {
      // Asked once more: the place was waited for.
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
