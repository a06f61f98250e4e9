/**
 * Computes due times in the tenant's zone. Daylight saving: a local time that doesn't exist is due right
 * after the gap, one that exists twice is due the first time, and intervals below an hour continue through
 * both.
 */
import { Cron } from "croner";
import type { Hours } from "../../platform/api/hours.ts";
import type { Cadence, CadenceInput } from "./types.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

const DAY_MINUTES = 24 * 60;
const FURTHEST_MS = 5 * 366 * DAY_MINUTES * MINUTE_MS;
/** Slots checked for the smallest interval. */
const SPACING_SAMPLE = 60;

/** The first slot after a time (milliseconds); null if there is none. Throws for an invalid expression. */
export function nextSlot(cadence: Cadence, afterMs: number, timeZone: string): number | null {
  switch (cadence.type) {
    case "once": {
      const atMs = Date.parse(cadence.at);
      return atMs > afterMs ? atMs : null;
    }
    case "cron":
      return cron(cadence.expression, timeZone).nextRun(new Date(afterMs))?.getTime() ?? null;
    case "every":
      return nextEvery(cadence.minutes, cadence.window, afterMs, timeZone);
  }
}

/** Up to `count` slots after a time. */
export function upcomingSlots(cadence: Cadence, afterMs: number, timeZone: string, count: number): number[] {
  const slots: number[] = [];
  let at = nextSlot(cadence, afterMs, timeZone);
  while (at !== null && slots.length < count) {
    slots.push(at);
    at = nextSlot(cadence, at, timeZone);
  }
  return slots;
}

/** A parsed cadence, or the problem in words for the user. */
type ReadCadence =
  | { readonly ok: true; readonly cadence: Cadence }
  | { readonly ok: false; readonly message: string };

/** Parses a requested cadence. Refuses slots closer than `spacingMinutes`. */
export function readCadence(
  input: CadenceInput,
  { nowMs, timeZone, spacingMinutes }: { nowMs: number; timeZone: string; spacingMinutes: number },
): ReadCadence {
  const no = (message: string): ReadCadence => ({ ok: false, message });
  if (input.type === "once") {
    const atMs = instantOf(input.at, timeZone);
    if (atMs === null) return no(`That date and time doesn't exist: ${input.at}.`);
    if (atMs <= nowMs) return no("That time is over. Choose one that is to come.");
    if (atMs > nowMs + FURTHEST_MS) return no("That is more than five years away.");
    return { ok: true, cadence: { type: "once", at: new Date(atMs).toISOString() } };
  }
  let slots: number[];
  try {
    slots = upcomingSlots(input, nowMs, timeZone, SPACING_SAMPLE);
  } catch {
    return no(
      "The expression is not a schedule. It has five fields: minute, hour, day of the month, month, day of the week; 0 9 * * 1 is every Monday at 9:00.",
    );
  }
  if (slots.length === 0) return no("That never comes.");
  const closest = slots.slice(1).map((at, index) => at - (slots[index] ?? 0));
  if (closest.some((ms) => ms < spacingMinutes * MINUTE_MS))
    return no(`That is too often: at least ${spacingMinutes} minutes must lie between two times.`);
  return { ok: true, cadence: input };
}

/** The timestamp of a local or zoned date and time; null if invalid. */
export function instantOf(at: string, timeZone: string): number | null {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(at)) {
    const ms = Date.parse(at);
    return Number.isNaN(ms) ? null : ms;
  }
  const asUtc = new Date(`${at}:00Z`);
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(at)) return null;
  const from = asUtc.getTime() - 2 * DAY_MINUTES * MINUTE_MS;
  const run = new Cron(`${at}:00`, { timezone: timeZone, paused: true }).nextRun(new Date(from));
  return run?.getTime() ?? null;
}

function cron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, paused: true, mode: "5-part" });
}

/** Slots count from the start of the window, or from midnight without one; a window includes both ends. */
function nextEvery(minutes: number, window: Hours | undefined, afterMs: number, timeZone: string): number {
  const { from, length } = spanOf(window);
  const offsetOf = (ms: number): number => (localMinute(ms, timeZone) - from + DAY_MINUTES) % DAY_MINUTES;
  let at = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS;
  for (;;) {
    const offset = offsetOf(at);
    if (at > afterMs && offset <= length && offset % minutes === 0) return at;
    const next = (Math.floor(offset / minutes) + 1) * minutes;
    if (next <= length) {
      at += (next - offset) * MINUTE_MS;
      continue;
    }
    at += (DAY_MINUTES - offset) * MINUTE_MS;
    const off = offsetOf(at);
    if (off === 0) continue;
    // The clock changed on the way; correct the result to the start.
    const back = at - (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * MINUTE_MS;
    if (offsetOf(back) === 0) {
      if (back > afterMs) at = back;
      continue;
    }
    // The start doesn't exist that day: use the first minute after the gap, if it is within the window.
    at = firstAfterGap(at, offsetOf);
    if (at > afterMs && offsetOf(at) <= length) return at;
  }
}

/** A window's start and length in minutes; the whole day without one. */
function spanOf(window: Hours | undefined): { from: number; length: number } {
  if (window === undefined) return { from: 0, length: DAY_MINUTES - 1 };
  const from = minuteOf(window.from);
  return { from, length: (minuteOf(window.to) - from + DAY_MINUTES) % DAY_MINUTES };
}

/** The first minute after a clock gap directly before `at`, or `at` itself. */
function firstAfterGap(at: number, offsetOf: (ms: number) => number): number {
  if (offsetOf(at) >= DAY_MINUTES / 2) return at;
  let first = at;
  while (offsetOf(first - MINUTE_MS) < offsetOf(first)) first -= MINUTE_MS;
  return first;
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function localMinute(ms: number, timeZone: string): number {
  return minuteOf(
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(new Date(ms)),
  );
}
