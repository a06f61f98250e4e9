/** Confidence bounds for rates with few observations. Pure. */

/** One-sided 95%. */
const Z = 1.645;

/**
 * The lower bound, 0 to 1, of a rate observed as `good` of `all` (Wilson score interval, one-sided 95%). 0
 * without observations.
 */
export function lowerBound(good: number, all: number): number {
  if (all <= 0) return 0;
  const rate = good / all;
  const z2 = Z * Z;
  const middle = rate + z2 / (2 * all);
  const spread = Z * Math.sqrt((rate * (1 - rate) + z2 / (4 * all)) / all);
  return Math.max(0, (middle - spread) / (1 + z2 / all));
}
