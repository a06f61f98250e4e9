/** Durations in story data. */

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `20m`, `3h` or `2d`. Throws otherwise. */
export function durationMs(text: string): number {
  const match = /^(\d+)([mhd])$/.exec(text);
  if (match === null) throw new Error(`Not a duration: ${text}`);
  return Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? 0);
}
