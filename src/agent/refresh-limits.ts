/** Refreshes a run's limits while it is in progress. */
import type { RunLimits } from "./runs/index.ts";

/**
 * Returns the known limits on the first call and loads current ones from the second on. The load starts
 * only then, so that it doesn't compete with the first token.
 */
export function refreshingLimits(known: RunLimits, load: () => Promise<RunLimits>): () => Promise<RunLimits> {
  let isFirst = true;
  let fresh: Promise<RunLimits> | null = null;
  return () => {
    if (isFirst) {
      isFirst = false;
      return Promise.resolve(known);
    }
    fresh ??= load().catch(() => known);
    return fresh;
  };
}
