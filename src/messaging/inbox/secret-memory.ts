/**
 * Per-isolate cache of webhook secrets. Outside senders must not control the database load: a burst causes
 * one query, refusals are cached like answers, and queries for nonexistent connections are rate-limited.
 */
import type { Clock } from "../../kernel/clock.ts";
import { tooMuch } from "../../kernel/errors.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { WebhookSecrets } from "./webhook-source.ts";

/**
 * A disabled or replaced secret stays valid for this long. A delivery the cached secrets do not verify
 * triggers a fresh query, at most once in this period.
 */
const KEPT_MS = 2_000;
const MAX_KEPT = 1_000;
/**
 * Maximum queries per second that find no connection. Above it, only connections found before are queried.
 */
const UNKNOWN_PER_SECOND = 20;
const MAX_FOUND = 10_000;
const RETRY_SECONDS = 2;

interface Answer {
  readonly found: WebhookSecrets | null;
}

/** One per isolate. */
export class SecretMemory {
  readonly #clock: Clock;
  readonly #known: ShortMemory<Answer>;
  /** Results of fresh queries, made for deliveries that the cached secrets did not verify. */
  readonly #fresh: ShortMemory<Answer>;
  readonly #found = new Set<string>();
  #unknownMs: number[] = [];

  constructor(clock: Clock) {
    const options = { keptMs: KEPT_MS, most: MAX_KEPT, now: () => clock.now() };
    this.#clock = clock;
    this.#known = new ShortMemory(options);
    this.#fresh = new ShortMemory(options);
  }

  /**
   * A connection's secrets; null if there is none. Throws `unavailable` after too many queries for
   * nonexistent connections.
   */
  async find(
    connection: string,
    ask: () => Promise<WebhookSecrets | null>,
    isFresh: boolean,
  ): Promise<WebhookSecrets | null> {
    const asked = () => this.#ask(connection, ask);
    const { found } = isFresh
      ? await this.#fresh.get(connection, () => this.#known.get(connection, asked, true))
      : await this.#known.get(connection, asked);
    return found;
  }

  async #ask(connection: string, ask: () => Promise<WebhookSecrets | null>): Promise<Answer> {
    const secondAgoMs = this.#clock.now() - 1_000;
    this.#unknownMs = this.#unknownMs.filter((ms) => ms > secondAgoMs);
    if (!this.#found.has(connection) && this.#unknownMs.length >= UNKNOWN_PER_SECOND)
      throw tooMuch(RETRY_SECONDS);
    const found = await ask();
    if (found === null) this.#unknownMs.push(this.#clock.now());
    else this.#note(connection);
    return { found };
  }

  #note(connection: string): void {
    this.#found.delete(connection);
    for (const oldest of this.#found) if (this.#found.size >= MAX_FOUND) this.#found.delete(oldest);
    this.#found.add(connection);
  }
}
