/** Work that is asked for often: a burst is begun at once, and then once in so long with all that was asked for meanwhile. */
import type { Clock } from "../../kernel/clock.ts";
import { handOut } from "./hand-out.ts";
import type { WorkName } from "./kinds.ts";
import type { SendWork } from "./ports.ts";

const SOON_SECONDS = 1;
const SOON_MS = SOON_SECONDS * 1000;

/** Work that is asked for. */
export interface Wake {
  readonly tenantId: string;
  readonly kind: WorkName;
  /** How long more of the same is waited for first. */
  readonly gatherSeconds?: number;
}

/** What an isolate has asked for and has not begun yet. One per isolate. */
export class Wakes {
  readonly #clock: Clock;
  /** When each piece of work begins that was last asked for. */
  readonly #beginsMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Hands work out, to begin at once or in so many seconds, unless some that begins later than now was asked for already. Throws where the queue
   * does.
   */
  async ask(send: SendWork, { gatherSeconds = 0, ...work }: Wake): Promise<void> {
    const key = `${work.tenantId} ${work.kind}`;
    const nowMs = this.#clock.now();
    for (const [other, beginsMs] of this.#beginsMs)
      if (beginsMs + SOON_MS <= nowMs) this.#beginsMs.delete(other);
    const lastMs = this.#beginsMs.get(key);
    if (lastMs !== undefined && nowMs < lastMs) return;
    const delaySeconds = lastMs === undefined ? gatherSeconds : Math.max(gatherSeconds, SOON_SECONDS);
    this.#beginsMs.set(key, nowMs + delaySeconds * 1000);
    await handOut(send, work, delaySeconds);
  }
}
