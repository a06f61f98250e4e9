import { beforeEach, expect, it } from "vitest";
import { propose } from "../../../src/approvals/index.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, World } from "./harness.ts";

/** Tuesday, 2:00 PM in New York. */
const NOW = Date.parse("2026-11-24T19:00:00Z");
let world: World;
let calls = 0;

beforeEach(async () => {
  await freshWorld();
  world = new World();
  world.nowMs = NOW;
});

const drafted = (text: string, more: { to?: string; turnId?: string } = {}) =>
  propose(
    world.deps(),
    proposal(
      { text, ...(more.to === undefined ? {} : { to: more.to }) },
      {
        toolCallId: `toolu_x${++calls}`,
        ...(more.turnId === undefined ? {} : { turnId: more.turnId }),
      },
    ),
  );

it.each([
  ["The heat is back on tomorrow at noon.", "2026-11-25T05:00:00.000Z"],
  ["Walt comes at 4 pm.", "2026-11-24T21:00:00.000Z"],
  ["Please call us back.", "2026-11-25T19:00:00.000Z"],
])("a draft expires no later than its words allow: %s", async (text, expiresAt) => {
  expect((await drafted(text)).expiresAt).toBe(expiresAt);
});

it("an invitation expires when its event begins", async () => {
  const document = {
    connectionId: "conn_alder_google",
    calendar: "dana@alder.example",
    calendarName: "Dana",
    title: "Walk-through",
    start: "2026-11-24 16:30",
    end: "2026-11-24 17:00",
    place: null,
    notes: null,
    guests: [],
    timeZone: "America/New_York",
  };
  const approval = await propose(
    world.deps(),
    proposal({}, { effects: [{ kind: "event.create", document }], toolCallId: `toolu_x${++calls}` }),
  );
  expect(approval.expiresAt).toBe("2026-11-24T21:30:00.000Z");
});

it("the drafts of one request expire together, with the first of them", async () => {
  const [first, second] = [await drafted("Please call us back."), await drafted("Walt comes at 4 pm.")];
  const third = await drafted("Please write to us.");
  const other = await drafted("Please call us back.", { turnId: "turn-2", to: "+14125550177" });
  const expiries = await Promise.all([first, second, third, other].map(({ id }) => world.row(id)));
  expect(expiries.map(({ expiresAt }) => expiresAt)).toEqual([
    "2026-11-24T21:00:00.000Z",
    "2026-11-24T21:00:00.000Z",
    "2026-11-24T21:00:00.000Z",
    "2026-11-25T19:00:00.000Z",
  ]);
});
