/** When agents that remind people run by themselves. */
import { expect, it } from "vitest";
import { atWorkFrom } from "../../../../src/projects/agent-work/schedule.ts";

it.each([
  ["a weekday at noon", "2026-11-24T17:00:00Z", null],
  ["5 AM", "2026-11-24T10:00:00Z", "2026-11-24T13:00:00.000Z"],
  ["the evening", "2026-11-24T23:30:00Z", "2026-11-25T13:00:00.000Z"],
  ["Friday evening", "2026-11-27T23:30:00Z", "2026-11-30T13:00:00.000Z"],
  ["Saturday noon", "2026-11-28T17:00:00Z", "2026-11-30T13:00:00.000Z"],
] as const)("%s: reminders wait until people are at work", (_, now, from) => {
  const at = atWorkFrom(Date.parse(now), "America/New_York");
  expect(at === null ? null : new Date(at).toISOString()).toBe(from);
});
