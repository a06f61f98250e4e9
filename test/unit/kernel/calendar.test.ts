import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, isTimeZone, monthOf, monthStartMs } from "../../../src/kernel/calendar.ts";

describe("the budget's month", () => {
  it.each([
    ["2026-12-01T04:59:59Z", "America/New_York", "2026-11"],
    ["2026-12-01T05:00:00Z", "America/New_York", "2026-12"],
    ["2026-11-30T23:30:00Z", "Asia/Tokyo", "2026-12"],
    ["2026-11-30T23:30:00Z", "UTC", "2026-11"],
  ])("%s in %s is %s", (at, zone, month) => {
    expect(monthOf(Date.parse(at), zone)).toBe(month);
  });

  it.each([
    ["2026-11", 1, "2026-12"],
    ["2026-12", 1, "2027-01"],
    ["2026-01", -1, "2025-12"],
  ])("%s and %i months is %s", (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected);
  });

  it("begins at its first minute in every zone", () => {
    const zones = [
      "UTC",
      "America/New_York",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "America/Asuncion",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 2020, max: 2035 }),
        fc.integer({ min: 1, max: 12 }),
        (zone, year, m) => {
          const month = `${year}-${String(m).padStart(2, "0")}`;
          const start = monthStartMs(month, zone);
          expect(monthOf(start, zone)).toBe(month);
          expect(monthOf(start - 60_000, zone)).toBe(addMonths(month, -1));
        },
      ),
    );
  });

  it("knows which zones there are", () => {
    expect(isTimeZone("America/Chicago")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
  });
});
