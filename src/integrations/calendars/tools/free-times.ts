/** Times when several calendars are all free, within appointment hours. Pure. */
import type { CalendarEvent } from "../../connections/index.ts";
import type { AppointmentHours } from "../../../team/api/policy.ts";
import { daysOf } from "./open-days.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";
import { dayStartMs } from "../../../kernel/calendar.ts";

const MOST = 20;

interface FreeTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The first spans of at least this many minutes, in order, none before `nowMs`. Days are in team time, inclusive. */
export function freeTimes(
  events: readonly Pick<CalendarEvent, "start" | "end" | "isFree">[],
  asked: {
    readonly from: string;
    readonly to: string;
    readonly minutes: number;
    readonly timeZone: string;
    readonly nowMs: number;
    readonly rules: AppointmentHours;
  },
): FreeTime[] {
  const { timeZone, nowMs, minutes, rules } = asked;
  const busy = events
    .filter(({ isFree }) => !isFree)
    .map((event) => ({ fromMs: momentOf(event.start, timeZone), toMs: momentOf(event.end, timeZone) }))
    .toSorted((left, right) => left.fromMs - right.fromMs);
  const found: FreeTime[] = [];
  for (const { day, closed } of daysOf(asked.from, asked.to, rules)) {
    if (closed !== null) continue;
    let fromMs = Math.max(momentIn(day, rules.hours.from, timeZone), nowMs);
    const closesMs = momentIn(day, rules.hours.to, timeZone);
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

/** The instant of `09:30` on a local day; correct on days of 23 or 25 hours. */
function momentIn(day: string, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const near = dayStartMs(day, timeZone) + hour * HOUR_MS + minute * 60_000;
  const shown = Number(
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }).format(near),
  );
  return near - (shown - hour) * HOUR_MS;
}
