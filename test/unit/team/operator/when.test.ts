/** What the demo's script takes for recurring, and for once: a weekly wish never becomes a single run. */
import { expect, it } from "vitest";
import { whenIn } from "../../../../sandbox/operator/slots.ts";

/** A Monday. */
const LOCAL = "2026-11-30T09:00:00";

it.each([
  ["schedule a weekly check of open repairs monday 8am", "0 8 * * 1"],
  ["Schedule a weekly summary on Mondays", "0 9 * * 1"],
  ["remind me on tuesdays to water the plants", "0 9 * * 2"],
  ["Every Friday at 4pm list the unpaid rents", "0 16 * * 5"],
  ["each weekday at 8 tell me what is on", "0 8 * * 1-5"],
  ["send me a daily summary at 7:30", "30 7 * * *"],
  ["every day at noon send me the list", "0 12 * * *"],
  ["every first of the month send me the list", "0 9 1 * *"],
  ["on the first of every month at 8 send me the list", "0 8 1 * *"],
  ["each Monday send me the list", "0 9 * * 1"],
  ["every weekday send me the list", "0 9 * * 1-5"],
])("recurs: %s", (words, cron) => {
  expect(whenIn(words, LOCAL)?.cron).toBe(cron);
});

it.each([
  ["Remind me tomorrow at 8 to call the roofer", "2026-12-01T08:00"],
  ["remind me friday to pay the water bill", "2026-12-04T09:00"],
])("runs once: %s", (words, at) => {
  expect(whenIn(words, LOCAL)).toMatchObject({ at });
});
