/** Waiting for a turn's stop without a socket. */
import type { Clock } from "../../kernel/clock.ts";

/** Between two looks: soon at first. */
const LOOK = { firstMs: 100, longestMs: 800, growth: 1.4 } as const;

/** Looks until nothing is open, or time is up; answers what it saw last. */
export function looker(clock: Clock, untilMs: number) {
  return async <Seen extends { readonly isOpen: boolean }>(see: () => Promise<Seen>): Promise<Seen> => {
    let pauseMs: number = LOOK.firstMs;
    for (;;) {
      const seen = await see();
      if (!seen.isOpen || clock.now() + pauseMs > untilMs) return seen;
      const wait = pauseMs;
      await new Promise((resolve) => setTimeout(resolve, wait));
      pauseMs = Math.min(pauseMs * LOOK.growth, LOOK.longestMs);
    }
  };
}
