/** Limits that are looked up again while a run is under way. */
import type { RunLimits } from "./runs/index.ts";

/**
 * What held last time at the first question, from the second on what holds now. The look-up itself waits for the second question too: begun
 * earlier it would compete with the first token.
 */
export function freshSoon(known: RunLimits, load: () => Promise<RunLimits>): () => Promise<RunLimits> {
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
