/**
 * Frequently requested work: a burst starts at once, and then at most once per interval with everything
 * requested meanwhile.
 */
import type { Clock } from "../../kernel/clock.ts";
import { handOut } from "./hand-out.ts";
import type { WorkName } from "./kinds.ts";
import type { SendWork } from "./ports.ts";

const SOON_SECONDS = 1;
const SOON_MS = SOON_SECONDS * 1000;

export interface Wake {
  readonly tenantId: string;
  readonly kind: WorkName;
  /** How long to collect further requests first. */
  readonly gatherSeconds?: number;
}

/** Requested work that hasn't started. One per isolate. */
export class Wakes {
  readonly #clock: Clock;
  /** Start times of the last requested work. */
  readonly #beginsMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Dispatches work now or after a delay, unless a later start was already requested. Throws if the queue fails. */
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
