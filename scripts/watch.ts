/** Health check of a process: `wrangler dev` can outlive its workerd silently and stop responding. */
import { setTimeout as pause } from "node:timers/promises";

export interface Patience {
  readonly everyMs: number;
  /** Timeout per check. Generous, because a busy laptop isn't broken. */
  readonly timeoutMs: number;
  /** Consecutive failures until the process counts as dead. */
  readonly looks: number;
}

/** For a laptop. */
export const PATIENT: Patience = { everyMs: 5_000, timeoutMs: 20_000, looks: 3 };

/** A longer delay than this means that the machine slept, so a missed check doesn't count. */
const ASLEEP_MS = 30_000;

export interface Watched {
  readonly answers: (timeoutMs: number) => Promise<boolean>;
  readonly onDead: () => Promise<void>;
}

/** Runs until aborted. Throws what `onDead` throws. */
export async function watch(
  { answers, onDead }: Watched,
  { everyMs, timeoutMs, looks }: Patience,
  signal: AbortSignal,
  nowMs: () => number = Date.now,
): Promise<void> {
  let silent = 0;
  while (!signal.aborted) {
    const since = nowMs();
    await pause(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const answered = await answers(timeoutMs);
    const slept = nowMs() - since > everyMs + timeoutMs + ASLEEP_MS;
    silent = answered || slept ? 0 : silent + 1;
    if (silent < looks || signal.aborted) continue;
    silent = 0;
    await onDead();
  }
}
