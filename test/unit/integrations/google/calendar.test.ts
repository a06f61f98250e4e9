import { expect, it } from "vitest";
import { listEvents, type OpenCalendar } from "../../../../sandbox/google/calendar/events.ts";
import { openDiscovery } from "../../../../sandbox/vendor/discovery.ts";

const list = openDiscovery("google-calendar-v3.discovery.json").match(
  "GET",
  "/calendar/v3/calendars/dana%40alderfinch.example/events",
);

it.each([
  ["a time without an offset", { timeMin: "2026-11-22T10:00:00" }, false],
  ["a day for a time", { timeMin: "2026-11-22" }, false],
  ["a page of nothing", { maxResults: "0" }, false],
  ["a span and a page", { timeMin: "2026-11-22T10:00:00Z", maxResults: "250" }, true],
])("%s is judged by the discovery document", (_what, query, isGood) => {
  expect(list?.operation.query(new URLSearchParams(query)).ok).toBe(isGood);
});

it("refuses a span that ends before it begins, as the live service does", () => {
  const calendar: OpenCalendar = {
    owner: "dana@alderfinch.example",
    timeZone: "America/New_York",
    events: [],
    isOwn: true,
    nowMs: 0,
  };
  const span = { timeMin: "2026-11-22T10:00:00Z", timeMax: "2026-11-22T10:00:00Z" };
  expect(() => listEvents(calendar, span)).toThrow("time range is empty");
  expect(listEvents(calendar, { ...span, timeMax: "2026-11-22T10:01:00Z" }).items).toEqual([]);
});
