/** Remembers answers for a moment, so that a burst asks once: at most so many, each for so long. One per isolate and question. */
export class ShortMemory<Value> {
  readonly #keptMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();

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
    this.#kept.delete(key);
    const value = await ask();
    if (value === null) return value;
    for (const oldest of this.#kept.keys()) if (this.#kept.size >= this.#most) this.#kept.delete(oldest);
    this.#kept.set(key, { value, untilMs: this.#now() + this.#keptMs });
    return value;
  }
}
