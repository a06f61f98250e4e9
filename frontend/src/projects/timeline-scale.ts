/** Positions of days on a timeline, and the header's labels. Pure. */
import { scaleUtc } from "d3-scale";

const DAY_MS = 86_400_000;

export const ZOOMS = ["days", "weeks", "months"] as const;
export type Zoom = (typeof ZOOMS)[number];

const DAY_PX: Readonly<Record<Zoom, number>> = { days: 34, weeks: 12, months: 4 };
/** Free days before the first and after the last task. */
const MARGIN_DAYS: Readonly<Record<Zoom, number>> = { days: 7, weeks: 14, months: 30 };
/** A timeline's maximum span: ten years. */
const MOST_DAYS = 3660;

export interface TimelineScale {
  readonly first: number;
  readonly days: number;
  readonly dayPx: number;
  readonly width: number;
  /** Left edge of a day, in px. */
  readonly x: (day: number) => number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reaches over all spans and today. */
export function timelineScale(spans: readonly Span[], today: number, zoom: Zoom): TimelineScale {
  let [first, last] = [today, today];
  for (const { start, end } of spans) {
    first = Math.min(first, start);
    last = Math.max(last, end);
  }
  first = Math.max(first, today - MOST_DAYS / 2) - MARGIN_DAYS[zoom];
  const days = Math.min(last - first + 1 + MARGIN_DAYS[zoom], MOST_DAYS);
  const dayPx = DAY_PX[zoom];
  const width = days * dayPx;
  const scale = scaleUtc()
    .domain([new Date(first * DAY_MS), new Date((first + days) * DAY_MS)])
    .range([0, width]);
  return { first, days, dayPx, width, x: (day) => scale(day * DAY_MS) };
}

export interface Tick {
  readonly x: number;
  readonly width: number;
  readonly words: string;
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const MONTH_SHORT = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const YEAR = new Intl.DateTimeFormat("en-US", { year: "numeric", timeZone: "UTC" });

/** The two lines of the head: months over days or Mondays; years over months. */
export function timelineTicks(
  scale: TimelineScale,
  zoom: Zoom,
): { readonly upper: readonly Tick[]; readonly lower: readonly Tick[] } {
  const isMonths = zoom === "months";
  const upper = runs(scale, (at) => (isMonths ? at.getUTCFullYear() : monthOf(at))).map(
    ({ day, ...tick }) => ({
      ...tick,
      words: (isMonths ? YEAR : MONTH).format(new Date(day * DAY_MS)),
    }),
  );
  const lower = runs(scale, (at, day) => (isMonths ? monthOf(at) : zoom === "weeks" ? weekOf(day) : day)).map(
    ({ day, ...tick }) => {
      const at = new Date(day * DAY_MS);
      return { ...tick, words: isMonths ? MONTH_SHORT.format(at) : String(at.getUTCDate()) };
    },
  );
  return { upper, lower };
}

const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
/** Day 4 was a Monday. */
const weekOf = (day: number): number => Math.floor((day - 4) / 7);

function runs(scale: TimelineScale, keyOf: (at: Date, day: number) => number) {
  const found: { x: number; width: number; day: number; key: number }[] = [];
  for (let day = scale.first; day < scale.first + scale.days; day++) {
    const key = keyOf(new Date(day * DAY_MS), day);
    const last = found.at(-1);
    if (last?.key === key) last.width += scale.dayPx;
    else found.push({ x: scale.x(day), width: scale.dayPx, day, key });
  }
  return found;
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend(day: number): boolean {
  const weekday = (day + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** The path of a dependency arrow: from the end of the earlier task to the start of the later one, around both if there's no space between. */
export function dependencyPath(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const out = 7;
  if (to.x - from.x >= out * 2) {
    const middle = to.x - out;
    return `M${from.x} ${from.y}H${middle}V${to.y}H${to.x - 1}`;
  }
  const between = to.y > from.y ? to.y - 14 : to.y + 14;
  return `M${from.x} ${from.y}h${out}V${between}H${to.x - out}V${to.y}H${to.x - 1}`;
}
