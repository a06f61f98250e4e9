/**
 * Caches answers briefly, so that a burst causes one query: callers during a query wait for its result.
 * Bounded in number and time. One per isolate and kind of query. Waiting callers poll for the result: in a
 * Worker, awaiting another request's promise would continue in that request's I/O context, or never.
 */
import { pause } from "./time-limit.ts";

/** Poll interval of a waiting caller. */
const LOOK_MS = 5;
/**
 * Maximum polls. A canceled request never finishes its query, so afterwards the waiting caller queries
 * itself.
 */
const LOOKS = 200;

/** A query and its result. */
interface Ask<Value> {
  outcome: { readonly value: Value } | { readonly error: unknown } | null;
}

/** The cache of one kind of query. */
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

  /** The cached answer, else a new one; null is not cached. `isFresh` bypasses the cache. */
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
      // A query overtaken by a newer one has an outdated result.
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
  for (let looks = 0; looks < LOOKS && ask.outcome === null; looks++) await pause(LOOK_MS);
  return ask.outcome;
}

function makeRoom(entries: Map<string, unknown>, most: number): void {
  for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest);
}
