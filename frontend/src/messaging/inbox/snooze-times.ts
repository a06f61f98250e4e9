/** When a snoozed thread may come back, in the team's zone. Pure. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVENING = "18:00";
const MORNING = "08:00";

/** The wall clock of a zone at a moment, as `2026-11-21T18:00`. */
export function wallClock(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(new Date(ms));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The moment a zone's wall clock shows that time, as ISO; null if invalid. A time skipped by a clock change moves to the next hour. */
export function momentOf(wall: string, zone: string): string | null {
  const wanted = Date.parse(`${wall}:00.000Z`);
  if (Number.isNaN(wanted)) return null;
  let ms = wanted;
  for (let pass = 0; pass < 2; pass++) ms += wanted - Date.parse(`${wallClock(ms, zone)}:00.000Z`);
  return new Date(ms).toISOString();
}

export interface SnoozeTime {
  readonly words: string;
  readonly at: string;
}

/** Snooze choices at a moment, soonest first. */
export function snoozeTimes(nowMs: number, zone: string): SnoozeTime[] {
  const dayAt = (ms: number): string => wallClock(ms, zone).slice(0, 10);
  const today = dayAt(nowMs);
  const noonMs = Date.parse(`${today}T12:00:00.000Z`);
  const dayIn = (days: number): string => new Date(noonMs + days * DAY_MS).toISOString().slice(0, 10);
  const toMonday = (8 - new Date(noonMs).getUTCDay()) % 7 || 7;
  const offered: readonly (readonly [string, string])[] = [
    ["Tonight", `${today}T${EVENING}`],
    ["Tomorrow morning", `${dayIn(1)}T${MORNING}`],
    ...(toMonday > 1 ? [["Monday morning", `${dayIn(toMonday)}T${MORNING}`] as const] : []),
  ];
  const hour = new Date(Math.ceil((nowMs + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  return [
    { words: "In an hour", at: hour },
    ...offered.flatMap(([words, wall]) => {
      const at = momentOf(wall, zone);
      // An evening that is about to begin is too soon for a snooze.
      return at !== null && Date.parse(at) > nowMs + 30 * MINUTE_MS ? [{ words, at }] : [];
    }),
  ];
}
