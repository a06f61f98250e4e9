import { allForYear } from "@18f/us-federal-holidays";
import { describe, expect, it } from "vitest";
import type { CalendarEvent } from "../../../../src/integrations/connections/index.ts";
import { DEFAULT_POLICY, type AppointmentHours } from "../../../../src/team/api/policy.ts";
import { freeTimes } from "../../../../src/integrations/calendars/tools/free-times.ts";
import { holidaysOf } from "../../../../src/integrations/calendars/tools/open-days.ts";

const event = (start: string, end: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: start,
  calendar: { address: "priya@alderfinch.example", name: "Priya Raman" },
  title: "Showing",
  start,
  end,
  location: "",
  description: "",
  guests: [],
  callLink: null,
  isRepeated: false,
  creator: null,
  isFree: false,
  ...more,
});

function free(
  events: readonly CalendarEvent[],
  from: string,
  to = from,
  minutes = 60,
  now = "2026-01-01",
  timeZone = "America/New_York",
  rules: Partial<AppointmentHours> = {},
) {
  const nowMs = Date.parse(`${now}Z`);
  const asked = { from, to, minutes, timeZone, nowMs, rules: { ...DEFAULT_POLICY.appointments, ...rules } };
  const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return freeTimes(events, asked).map(
    ({ fromMs, toMs }) => `${local.format(fromMs)} to ${local.format(toMs)}`,
  );
}

describe("federal holidays", () => {
  it("are observed on the days a list of the government's own says", () => {
    const years = Array.from({ length: 80 }, (_, index) => 2021 + index);
    const listed = (year: number) =>
      allForYear(year).map(({ dateString, name }) => ({
        day: dateString.replace(/-(\d)(?=-|$)/g, "-0$1"),
        name,
      }));
    expect(years.flatMap(holidaysOf)).toEqual(years.flatMap(listed));
  });
});

describe("free times", () => {
  it("are what is left of working hours, where all are free for long enough", () => {
    const busy = [
      event("2026-11-24T15:00:00Z", "2026-11-24T16:00:00Z"),
      event("2026-11-24T15:30:00Z", "2026-11-24T18:30:00Z"),
      event("2026-11-24T19:00:00Z", "2026-11-24T22:00:00Z"),
    ];
    expect(free(busy, "2026-11-24")).toEqual([
      "2026-11-24 09:00 to 2026-11-24 10:00",
      "2026-11-24 17:00 to 2026-11-24 18:00",
    ]);
    expect(free(busy, "2026-11-24", "2026-11-24", 30)).toContain("2026-11-24 13:30 to 2026-11-24 14:00");
  });

  it("count entries of whole days, and none that take no time", () => {
    expect(free([event("2026-11-24", "2026-11-25")], "2026-11-24")).toEqual([]);
    expect(free([event("2026-11-24", "2026-11-25", { isFree: true })], "2026-11-24")).toHaveLength(1);
  });

  it("are never before now, and never on a Sunday", () => {
    expect(free([], "2026-11-24", "2026-11-24", 60, "2026-11-24T19:15:00")).toEqual([
      "2026-11-24 14:15 to 2026-11-24 18:00",
    ]);
    expect(free([], "2026-11-22")).toEqual([]);
  });

  it("keep to the team's hours, days, holidays as observed, and days off", () => {
    const on = (day: string, rules: Partial<AppointmentHours>) =>
      free([], day, day, 60, "2026-01-01", "America/New_York", rules);
    expect(on("2026-11-24", { hours: { from: "08:30", to: "12:00" } })).toEqual([
      "2026-11-24 08:30 to 2026-11-24 12:00",
    ]);
    expect(on("2026-11-24", { days: [1, 3] })).toEqual([]);
    expect(on("2026-11-22", { days: [7] })).toHaveLength(1);
    expect(on("2026-11-26", {})).toEqual([]);
    expect(on("2026-11-26", { usHolidays: false })).toHaveLength(1);
    expect(on("2026-07-03", {}), "July 4 is a Saturday").toEqual([]);
    expect(on("2027-12-31", {}), "January 1, 2028 is a Saturday").toEqual([]);
    expect(on("2026-11-24", { closedOn: ["2026-11-24"] })).toEqual([]);
    expect(on("2026-11-24", { hours: { from: "18:00", to: "09:00" } })).toEqual([]);
  });

  it("keep to working hours on the day the clocks change", () => {
    // A Friday that begins at one o'clock.
    expect(free([], "2026-04-24", "2026-04-24", 60, "2026-01-01", "Africa/Cairo")).toEqual([
      "2026-04-24 09:00 to 2026-04-24 18:00",
    ]);
  });
});
