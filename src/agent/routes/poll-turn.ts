/** Waits for the end of a turn without a socket. */
import type { Clock } from "../../kernel/clock.ts";
import { pause } from "../../kernel/time-limit.ts";

/** Poll interval, growing from a short one. */
const LOOK = { firstMs: 100, longestMs: 800, growth: 1.4 } as const;

/** Polls until nothing is open or the time is up; returns the last state. */
export function turnPoller(clock: Clock, untilMs: number) {
  return async <Seen extends { readonly isOpen: boolean }>(see: () => Promise<Seen>): Promise<Seen> => {
    let pauseMs: number = LOOK.firstMs;
    for (;;) {
      const seen = await see();
      if (!seen.isOpen || clock.now() + pauseMs > untilMs) return seen;
      const wait = pauseMs;
      await pause(wait);
      pauseMs = Math.min(pauseMs * LOOK.growth, LOOK.longestMs);
    }
  };
}
