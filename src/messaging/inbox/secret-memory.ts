/**
 * What an isolate knows of webhooks' secrets. Whoever can send us a request must not set the database's load by it: a burst asks once, refusals are
 * remembered as answers are, and asks about connections that turn out not to exist are few a second.
 */
import type { Clock } from "../../kernel/clock.ts";
import { tooMuch } from "../../kernel/errors.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { WebhookSecrets } from "./webhook-source.ts";

/** What is disabled or replaced is believed for this much longer; a delivery the known secrets do not prove asks again at once, and not again within it. */
const KEPT_MS = 2_000;
const MAX_KEPT = 1_000;
/** Asks that found no connection, a second. Beyond it only connections that were found before are asked about. */
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
  /** Answers to deliveries that what was known did not prove. */
  readonly #fresh: ShortMemory<Answer>;
  readonly #found = new Set<string>();
  #unknownMs: number[] = [];

  constructor(clock: Clock) {
    const options = { keptMs: KEPT_MS, most: MAX_KEPT, now: () => clock.now() };
    this.#clock = clock;
    this.#known = new ShortMemory(options);
    this.#fresh = new ShortMemory(options);
  }

  /** A connection's secrets; null where there is none. Throws `unavailable` where too many were asked about that do not exist. */
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
