/** OWN-WORDS: whoever can write to the team can have schedules proposed, and those never take the room of its own. */
import { beforeEach, expect, it } from "vitest";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { changeSchedule, createSchedule, MAX_SCHEDULES } from "../../../../src/agent/schedules/edit.ts";
import { freshRecords, records } from "../../../support/node-d1.ts";

const DANA = { kind: "user", id: "user_dana", name: "Dana Whitfield" } as const;
const told: string[] = [];
const deps = () => ({
  db: dbFor(records, ALDER.id),
  clock: { now: () => Date.parse("2026-11-23T14:00:00Z") },
  timeZone: "America/New_York",
  tellProposed: async ({ id }: { readonly id: string }) => void told.push(id),
});

function make(id: string, onlyProposed: boolean) {
  const wish = { title: "Roofer", instruction: "Call the roofer", tells: null, onlyProposed };
  const cadence = { type: "cron" as const, expression: "0 9 * * 1" };
  return createSchedule(
    deps(),
    { ...wish, id, cadence, createdBy: { kind: "agent", name: "Steward" } },
    DANA,
  );
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "made",
    (error: { code?: string }) => error.code,
  );

beforeEach(async () => {
  await freshRecords();
  told.length = 0;
});

it("a flood of proposals ends at their own bound, and the team still makes its own", async () => {
  for (let index = 0; index < 20; index += 1) await make(`proposed-${index}`, true);
  expect(await codeOf(make("one-more", true))).toBe("conflict");
  expect(await codeOf(make("one-more", true))).toBe("conflict");
  expect(told).toHaveLength(20);
  expect(await codeOf(make("own", false))).toBe("made");
  await changeSchedule(deps(), "proposed-0", { deleted: true }, DANA);
  expect(await codeOf(make("again", true))).toBe("made");
  expect(await codeOf(changeSchedule(deps(), "proposed-0", { deleted: false }, DANA))).toBe("conflict");
});

it("one that is started takes the room of the team's own", async () => {
  await make("proposed", true);
  for (let index = 0; index < MAX_SCHEDULES; index += 1) await make(`own-${index}`, false);
  expect(await codeOf(make("own-more", false))).toBe("conflict");
  expect(await codeOf(changeSchedule(deps(), "proposed", { paused: false }, DANA))).toBe("conflict");
  await changeSchedule(deps(), "own-0", { deleted: true }, DANA);
  expect((await changeSchedule(deps(), "proposed", { paused: false }, DANA)).status).toBe("active");
});
