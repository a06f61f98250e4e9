/** Exponential backoff from 0.5 s to 20 s, jittered so that many pages don't reconnect at once. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(20_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + random / 2));
}
