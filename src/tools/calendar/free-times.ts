/** When no one of some calendars is busy, within working hours. Pure. */
import type { CalendarEvent } from "../../connections/index.ts";
import { dayStartMs } from "../../usage/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Free times are looked for between these hours of the team's zone, Monday to Saturday. */
const OPENS = 9;
const CLOSES = 18;
const MOST = 20;

/** A span in which all are free. */
export interface FreeTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The first spans of at least so many minutes, in order; none before `nowMs`. Days are the team's, both included. */
export function freeTimes(
  events: readonly CalendarEvent[],
  asked: {
    readonly from: string;
    readonly to: string;
    readonly minutes: number;
    readonly timeZone: string;
    readonly nowMs: number;
  },
): FreeTime[] {
  const { timeZone, nowMs, minutes } = asked;
  const busy = events
    .filter(({ isFree }) => !isFree)
    .map((event) => ({ fromMs: momentOf(event.start, timeZone), toMs: momentOf(event.end, timeZone) }))
    .toSorted((left, right) => left.fromMs - right.fromMs);
  const found: FreeTime[] = [];
  for (const day of daysBetween(asked.from, asked.to)) {
    if (new Date(`${day}T00:00:00Z`).getUTCDay() === 0) continue;
    let fromMs = Math.max(hourOf(day, OPENS, timeZone), nowMs);
    const closesMs = hourOf(day, CLOSES, timeZone);
    for (const one of [...busy, { fromMs: closesMs, toMs: closesMs }]) {
      const toMs = Math.min(one.fromMs, closesMs);
      if (toMs - fromMs >= minutes * 60_000) found.push({ fromMs, toMs });
      fromMs = Math.max(fromMs, one.toMs);
    }
  }
  return found.slice(0, MOST);
}

function momentOf(time: string, timeZone: string): number {
  return time.length === "2026-11-24".length ? dayStartMs(time, timeZone) : Date.parse(time);
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= Date.parse(`${to}T00:00:00Z`); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}

/** An hour of a local day, also on days of 23 or 25 hours. */
function hourOf(day: string, hour: number, timeZone: string): number {
  const near = dayStartMs(day, timeZone) + hour * HOUR_MS;
  const shown = Number(
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }).format(near),
  );
  return near - (shown - hour) * HOUR_MS;
}
