/** Statistics of samples. */

/** The value below which a share of the samples lies (nearest rank). NaN where there are none. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** Median and tail of samples. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly samples: number;
}

/** Median and tail. */
export function spread(samples: readonly number[]): Spread {
  return { p50: quantile(samples, 0.5), p95: quantile(samples, 0.95), samples: samples.length };
}
