/** Days and times in documents, in words. Pure. */
const DAY = { timeZone: "UTC", weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const OF_DAY = new Intl.DateTimeFormat("en-US", DAY);
const OF_TIME = new Intl.DateTimeFormat("en-US", { ...DAY, hour: "numeric", minute: "2-digit" });

/** `Tue, Nov 24, 2026, 10:00 AM` for `2026-11-24 10:00`. Different times never read the same. Null if it isn't a valid time. */
export function localTimeWords(written: string): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(written) ?? [];
  if (day === undefined) return null;
  const at = new Date(`${day}T${time ?? "00:00"}:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time ?? ""}`);
  return isReal ? (time === undefined ? OF_DAY : OF_TIME).format(at) : null;
}
