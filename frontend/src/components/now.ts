/** The time on this device, for words like "4 min ago": one timer for the whole page. */
import { useCallback, useSyncExternalStore } from "react";

const STEP_MS = 15_000;
let nowMs = Date.now();
let timer: number | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Changes every quarter of a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}

function secondsLeft(at: string | null): number {
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000));
}

/** Seconds left until a moment; counts down while there are any. */
export function useSecondsUntil(at: string | null): number {
  const countDown = useCallback(
    (changed: () => void) => {
      if (secondsLeft(at) === 0) return () => undefined;
      const tick = window.setInterval(() => {
        changed();
        if (secondsLeft(at) === 0) window.clearInterval(tick);
      }, 250);
      return () => window.clearInterval(tick);
    },
    [at],
  );
  return useSyncExternalStore(countDown, () => secondsLeft(at));
}
