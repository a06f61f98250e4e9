/** What vectors and their models have in common. Pure. */

/**
 * How much nearness counts beside words, by model. Universal Sentence Encoder "lite" was measured on public question sets: a quarter is best, half is
 * worse than words alone. Of the others nothing was measured here; what their makers publish puts them level with words.
 */
const SHARES: Readonly<Record<string, number>> = {
  "use-lite-512": 0.25,
  "@cf/qwen/qwen3-embedding-0.6b": 0.5,
};
const UNKNOWN_SHARE = 0.25;

/** The share of a model. */
export function shareOf(model: string): number {
  return SHARES[model] ?? UNKNOWN_SHARE;
}

/** The same direction with length 1; all zeros stay zeros. */
export function unit(values: readonly number[] | Float32Array): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  if (length === 0 || !Number.isFinite(length)) return vector.fill(0);
  return vector.map((value) => value / length);
}
