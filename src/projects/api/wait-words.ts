/** How long something has waited: `5 hours`, and `3 days` from the second day on. */
export function waitWords(hours: number): string {
  const [amount, unit] = hours < 36 ? [Math.round(hours), "hour"] : [Math.round(hours / 24), "day"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
