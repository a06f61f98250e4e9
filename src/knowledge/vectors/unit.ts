/** Shared vector functions. Pure. */

/**
 * Weight of similarity against text match, by model. Universal Sentence Encoder "lite" was measured on public question sets: a quarter is
 * best, half is worse than text alone. Other models were not measured; their published results suggest equal weight.
 */
const SHARES: Readonly<Record<string, number>> = {
  "use-lite-512": 0.25,
  "@cf/qwen/qwen3-embedding-0.6b": 0.5,
};
const UNKNOWN_SHARE = 0.25;

export function shareOf(model: string): number {
  return SHARES[model] ?? UNKNOWN_SHARE;
}

/** Normalizes to length 1; zero vectors stay zero. */
export function unit(values: readonly number[] | Float32Array): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  if (length === 0 || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
