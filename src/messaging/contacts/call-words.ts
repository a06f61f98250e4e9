/** Short descriptions of calls. Pure. */

/** How a call went, such as "Call, 4 min" or "Missed call". */
export function callWords({
  direction,
  durationSeconds,
}: {
  readonly direction: "incoming" | "outgoing";
  readonly durationSeconds: number | null;
}): string {
  const minutes = Math.ceil((durationSeconds ?? 0) / 60);
  if (minutes > 0) return `Call, ${minutes} min`;
  return direction === "incoming" ? "Missed call" : "Call, no answer";
}
