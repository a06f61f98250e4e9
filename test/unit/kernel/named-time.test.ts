import { expect, it } from "vitest";
import { namedTimes } from "../../../src/kernel/named-time.ts";

const ZONE = "America/New_York";
/** Tuesday, 2:00 PM in New York. */
const NOW = Date.parse("2026-11-24T19:00:00Z");

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
const next = (text: string) => namedTimes(text, NOW, ZONE)[0];

it.each([
  // The moment, and until when the words may be said.
  ["Heat is back on tomorrow at noon.", "2026-11-25T17:00:00.000Z", "2026-11-25T05:00:00.000Z"],
  ["Walt comes Thursday at 10.", "2026-11-26T15:00:00.000Z", "2026-11-26T15:00:00.000Z"],
  ["Walt comes Friday between 9 and 12", "2026-11-27T14:00:00.000Z", "2026-11-27T14:00:00.000Z"],
  ["The plumber is there by 4 pm", "2026-11-24T21:00:00.000Z", "2026-11-24T21:00:00.000Z"],
  ["I'll let you know by five", "2026-11-24T22:00:00.000Z", "2026-11-24T22:00:00.000Z"],
  ["I'll let you know by 10", "2026-11-25T15:00:00.000Z", "2026-11-25T15:00:00.000Z"],
  ["Water is off on December 3rd, 8:30am", "2026-12-03T13:30:00.000Z", "2026-12-03T13:30:00.000Z"],
  ["Rent is due on 12/1.", "2026-12-02T05:00:00.000Z", "2026-12-02T05:00:00.000Z"],
  ["Someone comes this afternoon", "2026-11-24T23:00:00.000Z", "2026-11-24T23:00:00.000Z"],
  ["Your lease ends January 31", "2027-02-01T05:00:00.000Z", "2027-02-01T05:00:00.000Z"],
  ["Walt va mañana a las 9", "2026-11-25T14:00:00.000Z", "2026-11-25T05:00:00.000Z"],
  ["See you at 3:15", "2026-11-24T20:15:00.000Z", "2026-11-24T20:15:00.000Z"],
  ["I've scheduled Walt for tomorrow morning", "2026-11-25T17:00:00.000Z", "2026-11-25T05:00:00.000Z"],
])("%s", (text, at, saidUntil) => {
  expect([iso(next(text)?.atMs), iso(next(text)?.saidUntilMs)]).toEqual([at, saidUntil]);
});

it.each([
  "Thanks for your text this afternoon.",
  "We got your payment today at 3 pm.",
  "The elevator has been down since Friday.",
  "You have 2 of 10 units; 50% are done, 1/2 of the rent is open.",
  "Maria 3, unit 2a, and may 5 people come?",
  "Come to 214 Birch St, apartment 3B, or at 10 Main Street.",
  "We answered on November 19.",
  "Buenos días, por la mañana no puedo.",
])("names no time ahead: %s", (text) => {
  expect(namedTimes(text, NOW, ZONE)).toEqual([]);
});
