/**
 * Remembers answers for a moment, so that a burst asks once: those who ask while an ask is under way wait for its answer. At most so many answers, each
 * for so long. One per isolate and question. Whoever waits looks for the answer itself: in a Worker, a promise of another request goes on with the
 * other's I/O, or never.
 */

/** How often a waiting request looks whether another's ask has ended. */
const LOOK_MS = 5;
/** Most looks. A request that was canceled never ends what it began, so after them the waiting one asks itself. */
const LOOKS = 200;

/** An ask, and what it came to. */
interface Ask<Value> {
  outcome: { readonly value: Value } | { readonly error: unknown } | null;
}

/** The memory of one question. */
export class ShortMemory<Value> {
  readonly #keptMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  readonly #asked = new Map<string, Ask<Value | null>>();

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
      const outcome = await outcomeOf(underWay);
      if (outcome !== null && "error" in outcome) throw outcome.error;
      if (outcome !== null) return outcome.value as Value | Found;
    }
    const asked: Ask<Value | null> = { outcome: null };
    makeRoom(this.#asked, this.#most);
    this.#asked.set(key, asked);
    try {
      const value = await ask();
      asked.outcome = { value };
      // An ask that another one overtook found what was true before.
      if (this.#asked.get(key) === asked) this.#keep(key, value);
      return value;
    } catch (error) {
      asked.outcome = { error };
      throw error;
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

async function outcomeOf<Value>(ask: Ask<Value>): Promise<Ask<Value>["outcome"]> {
  for (let looks = 0; looks < LOOKS && ask.outcome === null; looks++)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  return ask.outcome;
}

function makeRoom(entries: Map<string, unknown>, most: number): void {
  for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest);
}
