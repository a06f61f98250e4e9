import { describe, expect, it } from "vitest";
import { calendarOf } from "../../../../src/agent/usage/report.ts";
import { addMonths, daysOf } from "../../../../src/kernel/calendar.ts";

describe("the usage calendar", () => {
  const counters = { month: "2026-11", budgetMicroUsd: 90_000_000 };
  const spent = [
    { day: "2026-11-02", runs: 2, costMicroUsd: 1_000_000 },
    { day: "2026-11-02", runs: 1, costMicroUsd: 500_000 },
    { day: "2026-11-04", runs: 1, costMicroUsd: 250_000 },
    { day: "2026-10-31", runs: 9, costMicroUsd: 9_000_000 },
  ];
  const calendar = calendarOf(counters, "2026-11-05", spent);

  it("has every day of the month in order, also those without runs and those to come", () => {
    expect(calendar).toHaveLength(30);
    expect(calendar.map(({ day }) => day)).toEqual(daysOf("2026-11"));
    expect(calendar[2]).toMatchObject({ day: "2026-11-03", runs: 0, costUsd: 0, totalUsd: 1.5 });
    expect(calendar[5]).toMatchObject({ day: "2026-11-06", runs: 0, totalUsd: null });
  });

  it("adds a day's agents and models up, and carries the total on; the month before is another's", () => {
    expect(calendar[1]).toMatchObject({ runs: 3, costUsd: 1.5, totalUsd: 1.5 });
    expect(calendar[4]).toMatchObject({ totalUsd: 1.75 });
  });

  it("draws the budget as an even line that ends at the budget", () => {
    expect(calendar[0]?.evenUsd).toBe(3);
    expect(calendar.at(-1)?.evenUsd).toBe(90);
  });

  it.each([
    ["2026-02", 28],
    ["2028-02", 29],
    ["2026-12", 31],
  ])("%s has %i days", (month, count) => {
    expect(daysOf(month)).toHaveLength(count);
    expect(daysOf(addMonths(month, 1))[0]).toMatch(/-01$/);
  });
});
