import { describe, expect, it } from "vitest";
import {
  cadenceOf,
  draftOf,
  NEW_DRAFT,
  type CadenceDraft,
} from "../../../frontend/src/agent/schedules/cadence-draft.ts";
import type { Cadence } from "../../../src/agent/api/schedules.ts";

const ZONE = "America/New_York";
const draft = (change: Partial<CadenceDraft>): CadenceDraft => ({ ...NEW_DRAFT, ...change });

describe("the fields of the schedule dialog", () => {
  it.each<[Partial<CadenceDraft>, unknown]>([
    [
      { rhythm: "once", date: "2026-11-27" },
      { type: "once", at: "2026-11-27T09:00" },
    ],
    [
      { rhythm: "daily", time: "17:05" },
      { type: "cron", expression: "5 17 * * *" },
    ],
    [{ rhythm: "weekdays" }, { type: "cron", expression: "0 9 * * 1-5" }],
    [
      { rhythm: "weekly", days: ["4", "1"] },
      { type: "cron", expression: "0 9 * * 1,4" },
    ],
    [
      { rhythm: "monthly", monthDay: "L" },
      { type: "cron", expression: "0 9 L * *" },
    ],
    [
      { rhythm: "hours", hours: 2 },
      { type: "every", minutes: 120, window: { from: "08:00", to: "18:00" } },
    ],
    [
      { rhythm: "expression", expression: " 0  9 13 * 5 " },
      { type: "cron", expression: "0 9 13 * 5" },
    ],
  ])("%j ask for %j", (change, cadence) => {
    expect(cadenceOf(draft(change))).toEqual(cadence);
  });

  it("ask for nothing while something is missing", () => {
    expect(cadenceOf(NEW_DRAFT)).toBeNull();
    expect(cadenceOf(draft({ rhythm: "weekly", days: [] }))).toBeNull();
    expect(cadenceOf(draft({ rhythm: "expression", expression: "0 9" }))).toBeNull();
  });

  it.each<Cadence>([
    { type: "cron", expression: "5 17 * * *" },
    { type: "cron", expression: "0 9 * * 1-5" },
    { type: "cron", expression: "0 9 * * 1,4" },
    { type: "cron", expression: "0 9 31 * *" },
    { type: "cron", expression: "0 9 13 * 5" },
    { type: "cron", expression: "0 9 29 2 *" },
    { type: "every", minutes: 180, window: { from: "22:00", to: "06:00" } },
  ])("say again what is there: %j", (cadence) => {
    expect(cadenceOf(draftOf(cadence, ZONE))).toEqual(cadence);
  });

  it("show a one-off in the team's time", () => {
    expect(draftOf({ type: "once", at: "2026-11-27T14:00:00.000Z" }, ZONE)).toMatchObject({
      rhythm: "once",
      date: "2026-11-27",
      time: "09:00",
    });
  });
});
