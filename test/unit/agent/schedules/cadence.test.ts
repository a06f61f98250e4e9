import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOf, nextSlot, readCadence, upcomingSlots } from "../../../../src/agent/schedules/cadence.ts";
import type { Cadence } from "../../../../src/agent/schedules/types.ts";

const ZONE = "America/New_York";

function next(cadence: Cadence, after: string, count = 3, zone = ZONE): string[] {
  return upcomingSlots(cadence, Date.parse(after), zone, count).map((ms) => new Date(ms).toISOString());
}
const cron = (expression: string): Cadence => ({ type: "cron", expression });

describe("a cron cadence in the tenant's zone", () => {
  it("keeps its local time when the clocks change, in spring and in autumn", () => {
    expect(next(cron("0 9 * * 1"), "2026-03-01T00:00:00Z")).toEqual([
      "2026-03-02T14:00:00.000Z",
      "2026-03-09T13:00:00.000Z",
      "2026-03-16T13:00:00.000Z",
    ]);
    expect(next(cron("0 9 * * 1"), "2026-10-25T00:00:00Z", 2)).toEqual([
      "2026-10-26T13:00:00.000Z",
      "2026-11-02T14:00:00.000Z",
    ]);
  });

  it("is due right after the gap where its time does not exist that day", () => {
    expect(next(cron("30 2 * * *"), "2026-03-07T12:00:00Z", 2)).toEqual([
      "2026-03-08T07:00:00.000Z",
      "2026-03-09T06:30:00.000Z",
    ]);
  });

  it("is due once where its time exists twice that day", () => {
    expect(next(cron("30 1 * * *"), "2026-10-31T12:00:00Z", 2)).toEqual([
      "2026-11-01T05:30:00.000Z",
      "2026-11-02T06:30:00.000Z",
    ]);
  });

  it("leaves out months without that day, and takes the last day where asked", () => {
    expect(next(cron("0 9 31 * *"), "2026-01-31T20:00:00Z", 2)).toEqual([
      "2026-03-31T13:00:00.000Z",
      "2026-05-31T13:00:00.000Z",
    ]);
    expect(next(cron("0 9 L * *"), "2026-01-31T20:00:00Z", 2)).toEqual([
      "2026-02-28T14:00:00.000Z",
      "2026-03-31T13:00:00.000Z",
    ]);
  });

  it("finds the next leap day", () => {
    expect(next(cron("0 9 29 2 *"), "2026-03-01T00:00:00Z", 2)).toEqual([
      "2028-02-29T14:00:00.000Z",
      "2032-02-29T14:00:00.000Z",
    ]);
  });
});

describe("an interval", () => {
  const mail: Cadence = { type: "every", minutes: 5, window: { from: "08:00", to: "20:00" } };

  it("is due inside its hours only, both ends included", () => {
    expect(next(mail, "2026-07-01T23:56:00Z", 2)).toEqual([
      "2026-07-02T00:00:00.000Z",
      "2026-07-02T12:00:00.000Z",
    ]);
  });

  it("begins at the same local time on the days the clocks change", () => {
    expect(next(mail, "2026-03-08T04:00:00Z", 1)).toEqual(["2026-03-08T12:00:00.000Z"]);
    expect(next(mail, "2026-11-01T03:00:00Z", 1)).toEqual(["2026-11-01T13:00:00.000Z"]);
  });

  it("whose beginning does not exist that day begins right after the gap, and is left out where its hours end in it", () => {
    const daily: Cadence = { type: "every", minutes: 1440 };
    expect(next(daily, "2026-04-22T22:30:00Z", 3, "Africa/Cairo")).toEqual([
      "2026-04-23T22:00:00.000Z",
      "2026-04-24T21:00:00.000Z",
      "2026-04-25T21:00:00.000Z",
    ]);
    const early: Cadence = { type: "every", minutes: 45, window: { from: "02:30", to: "04:00" } };
    expect(next(early, "2026-03-08T00:00:00Z", 3)).toEqual([
      "2026-03-08T07:00:00.000Z",
      "2026-03-08T07:15:00.000Z",
      "2026-03-08T08:00:00.000Z",
    ]);
    const once: Cadence = { type: "every", minutes: 60, window: { from: "02:00", to: "02:30" } };
    expect(next(once, "2026-03-07T00:00:00Z", 2)).toEqual([
      "2026-03-07T07:00:00.000Z",
      "2026-03-09T06:00:00.000Z",
    ]);
  });

  it("always comes around every change of the clocks, wherever its hours begin", () => {
    const seasons = [
      [Date.UTC(2026, 2, 5), Date.UTC(2026, 4, 1)],
      [Date.UTC(2026, 8, 1), Date.UTC(2026, 10, 5)],
    ] as const;
    for (const zone of ["Africa/Cairo", "America/Santiago", "Australia/Lord_Howe", ZONE])
      for (const [from, minutes, to] of [
        ["00:00", 1440, "00:00"],
        ["00:30", 60, "05:00"],
        ["02:00", 7, "02:30"],
        ["02:15", 1440, "02:15"],
        ["23:30", 45, "02:00"],
      ] as const)
        for (const [start, end] of seasons) {
          const cadence: Cadence = { type: "every", minutes, window: { from, to } };
          for (let at: number = start; at < end; at += 20 * 60 * 60_000) {
            const following = nextSlot(cadence, at, zone) ?? 0;
            expect(following, `${zone} ${from} ${minutes}`).toBeGreaterThan(at);
            expect(following - at, `${zone} ${from} ${minutes}`).toBeLessThanOrEqual(50 * 60 * 60_000);
          }
        }
  });

  it("may run over midnight", () => {
    const night: Cadence = { type: "every", minutes: 240, window: { from: "22:00", to: "06:00" } };
    expect(next(night, "2026-07-01T12:00:00Z", 4)).toEqual([
      "2026-07-02T02:00:00.000Z",
      "2026-07-02T06:00:00.000Z",
      "2026-07-02T10:00:00.000Z",
      "2026-07-03T02:00:00.000Z",
    ]);
  });

  it("always comes, always later, never inside the closed hours", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const clock = (at: number): string =>
      `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1440 }),
        fc.option(fc.record({ from: minute, to: minute }), { nil: undefined }),
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
        fc.constantFrom("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"),
        (minutes, window, afterMs, zone) => {
          const hours = window && { from: clock(window.from), to: clock(window.to) };
          const cadence: Cadence = {
            type: "every",
            minutes,
            ...(hours === undefined ? {} : { window: hours }),
          };
          const at = nextSlot(cadence, afterMs, zone) ?? 0;
          expect(at).toBeGreaterThan(afterMs);
          expect(at - afterMs).toBeLessThanOrEqual(50 * 60 * 60_000);
          if (window === undefined) return;
          const shown = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" }).format(at);
          const [h, m] = shown.split(":").map(Number);
          const offset = ((h ?? 0) * 60 + (m ?? 0) - window.from + 1440) % 1440;
          expect(offset).toBeLessThanOrEqual((window.to - window.from + 1440) % 1440);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a time somebody names", () => {
  const read = (input: Parameters<typeof readCadence>[0]) =>
    readCadence(input, { nowMs: Date.parse("2026-11-22T12:00:00Z"), timeZone: ZONE, spacingMinutes: 15 });

  it("is the tenant's local time where it names no zone", () => {
    expect(read({ type: "once", at: "2026-11-27T09:00" })).toEqual({
      ok: true,
      cadence: { type: "once", at: "2026-11-27T14:00:00.000Z" },
    });
    expect(instantOf("2026-11-27T09:00:00+01:00", ZONE)).toBe(Date.parse("2026-11-27T08:00:00Z"));
  });

  it("may fall into either change of the clocks", () => {
    expect(instantOf("2026-03-08T02:30", ZONE)).toBe(Date.parse("2026-03-08T07:30:00Z"));
    expect(instantOf("2026-11-01T01:30", ZONE)).toBe(Date.parse("2026-11-01T05:30:00Z"));
  });

  it("is refused where it is over, never comes, is no date or comes too often", () => {
    for (const input of [
      { type: "once", at: "2026-11-20T09:00" },
      { type: "once", at: "2026-02-30T09:00" },
      { type: "once", at: "2040-01-01T09:00" },
      { type: "cron", expression: "0 9 31 2 *" },
      { type: "cron", expression: "0 25 * * *" },
      { type: "cron", expression: "* * * * * *" },
      { type: "cron", expression: "*/5 * * * *" },
      { type: "cron", expression: "0,5 9 * * 1" },
      { type: "every", minutes: 5 },
    ] as const)
      expect(read(input), JSON.stringify(input)).toMatchObject({ ok: false });
  });
});
