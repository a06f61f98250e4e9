/** How long a failing thing rests before it is tried again: twice as long after each failure, up to a bound. Pure. */
export function backOffMs(
  failures: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(20, Math.max(0, failures - 1)));
}
