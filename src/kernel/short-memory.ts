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
    if (!isFresh) {
      const kept = this.#kept.get(key);
      if (kept !== undefined && this.#now() < kept.untilMs) return kept.value;
      const joined = await this.#join(key);
      if (joined !== LATE) return joined as Value | Found;
    }
    const asked = this.#ask(key, ask);
    this.#asked.set(key, asked);
    try {
      return (await asked) as Value | Found;
    } finally {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    }
  }

  async #join(key: string): Promise<Value | null | typeof LATE> {
    const asked = this.#asked.get(key);
    return asked === undefined ? LATE : settledWithin<Value | null | typeof LATE>(JOIN_MS, asked, LATE);
  }

  async #ask(key: string, ask: () => Promise<Value | null>): Promise<Value | null> {
    this.#kept.delete(key);
    const value = await ask();
    if (value === null) return null;
    for (const oldest of this.#kept.keys()) if (this.#kept.size >= this.#most) this.#kept.delete(oldest);
    this.#kept.set(key, { value, untilMs: this.#now() + this.#keptMs });
    return value;
  }
}
