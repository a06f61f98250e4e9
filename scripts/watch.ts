/** Looks every few seconds whether a part still answers: `wrangler dev` outlives its workerd without a word and answers nothing any more. */
import { setTimeout as pause } from "node:timers/promises";

/** How patient the watch is. */
export interface Patience {
  readonly everyMs: number;
  /** What takes longer is no answer. Generous: a laptop that is busy is not broken. */
  readonly timeoutMs: number;
  /** Looks in a row without an answer until the part counts as dead. */
  readonly looks: number;
}

/** For a person's laptop. */
export const PATIENT: Patience = { everyMs: 5_000, timeoutMs: 20_000, looks: 3 };

/** More than this beyond what a look may take, and the machine slept meanwhile: what was not answered then says nothing. */
const ASLEEP_MS = 30_000;

/** What is watched, and what is done when it is dead. */
export interface Watched {
  readonly answers: (timeoutMs: number) => Promise<boolean>;
  readonly onDead: () => Promise<void>;
}

/** Watches until the signal. Throws what `onDead` throws. */
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
