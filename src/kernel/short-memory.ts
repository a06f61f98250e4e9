/**
 * Remembers answers for a moment, so that a burst asks once: those who ask while an ask is under way wait for its answer. At most so many answers, each
 * for so long. One per isolate and question.
 */
import { settledWithin } from "./time-limit.ts";

/** Longest wait for another request's ask. A request that was canceled never settles what it began, so after this the waiting one asks itself. */
const JOIN_MS = 1_000;

const LATE = Symbol("late");

/** The memory of one question. */
export class ShortMemory<Value> {
  readonly #keptMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  readonly #asked = new Map<string, Promise<Value | null>>();

  constructor(options: { readonly keptMs: number; readonly most: number; readonly now: () => number }) {
    this.#keptMs = options.keptMs;
    this.#most = options.most;
    this.#now = options.now;
  }

  /** The remembered answer, else a new one; null is not remembered. `isFresh` asks again in any case. */
  async get<Found extends Value | null>(
    key: string,
    ask: () => Promise<Found>,
    isFresh = false,
  ): Promise<Value | Found> {
    const kept = this.#kept.get(key);
    if (!isFresh && kept !== undefined && this.#now() < kept.untilMs) return kept.value;
    const underWay = this.#asked.get(key);
    if (!isFresh && underWay !== undefined) {
      const joined = await settledWithin<Value | null | typeof LATE>(JOIN_MS, underWay, LATE);
      if (joined !== LATE) return joined as Value | Found;
    }
    const asked = ask();
    makeRoom(this.#asked, this.#most);
    this.#asked.set(key, asked);
    try {
      const value = await asked;
      // An ask that another one overtook found what was true before.
      if (this.#asked.get(key) === asked) this.#keep(key, value);
      return value;
    } finally {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    }
  }

  #keep(key: string, value: Value | null): void {
    this.#kept.delete(key);
    if (value === null) return;
    makeRoom(this.#kept, this.#most);
    this.#kept.set(key, { value, untilMs: this.#now() + this.#keptMs });
  }
}

function makeRoom(entries: Map<string, unknown>, most: number): void {
  for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest);
}
