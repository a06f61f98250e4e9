/** How long to wait before trying again: doubling from half a second to twenty, spread so that many pages do not come back at once. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(20_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling * (0.5 + random / 2));
}
