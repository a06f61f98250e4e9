import { expect, it } from "vitest";
import { describeCadence } from "../../../../src/agent/schedules/describe.ts";
import type { Cadence } from "../../../../src/agent/schedules/types.ts";

const cron = (expression: string): Cadence => ({ type: "cron", expression });

it.each<[Cadence, string]>([
  [cron("0 9 * * 1"), "Every Monday at 9:00 AM"],
  [cron("30 17 * * MON,thu"), "Every Monday and Thursday at 5:30 PM"],
  [cron("0 0 * * *"), "Every day at 12:00 AM"],
  [cron("15 12 * * 1-5"), "Every weekday at 12:15 PM"],
  [cron("0 9 * * 0,6"), "Every Saturday and Sunday at 9:00 AM"],
  [cron("0 9 1 * *"), "On the 1st of every month at 9:00 AM"],
  [cron("0 9 11,22 * *"), "On the 11th and 22nd of every month at 9:00 AM"],
  [cron("0 9 L * *"), "On the last day of every month at 9:00 AM"],
  [cron("0 9 29 2 *"), "Every year on February 29 at 9:00 AM"],
  [cron("0 9,14 * * *"), "Every day at 9:00 AM and 2:00 PM"],
  [cron("30 * * * *"), "Every hour at :30"],
  [cron("*/20 8-17 * * 1-5"), "Every weekday each 20 minutes from 8:00 AM to 5:59 PM"],
  [cron("0 9 13 * 5"), "By the expression 0 9 13 * 5"],
  [{ type: "every", minutes: 15 }, "Every 15 minutes"],
  [{ type: "every", minutes: 60 }, "Every hour"],
  [
    { type: "every", minutes: 120, window: { from: "08:00", to: "20:00" } },
    "Every 2 hours, 8:00 AM to 8:00 PM",
  ],
  [{ type: "once", at: "2026-11-27T14:00:00.000Z" }, "Once, on Friday, November 27, 2026 at 9:00 AM"],
])("%j reads: %s", (cadence, words) => {
  expect(describeCadence(cadence, "America/New_York")).toBe(words);
});
