/** What certainly was not applied and will pass is waited for: for hours, in order, at the account's pace, until a person stops it. */
import { beforeEach, expect, it, vi } from "vitest";
import { decide, getApproval, propose, stop } from "../../../src/approvals/index.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import { rounds } from "../../support/nightly.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const HOUR_MS = 60 * 60_000;

let call = 0;
let last = 0;

/** A text, to somebody of their own where no one is named, approved at once. Answers the approval's id. */
async function approved(world: World, text: string, person = ++last): Promise<string> {
  call += 1;
  const to = `+1412555${String(1000 + person)}`;
  const { id, effectHash } = await propose(
    world.deps(),
    proposal({ to, text }, { toolCallId: `toolu_wait_${call}`, turnId: `turn_wait_${call}` }),
  );
  const body = { decision: "approve", effectHash, decisionId: `d${call}` } as const;
  await decide(world.deps(), { approvalId: id, body, by: DANA });
  return id;
}

const noPause = (): Promise<void> => Promise.resolve();
const busy = (times: number) => Array.from({ length: times }, () => "busy" as const);
const texts = (world: World): string[] =>
  world.provider.sent.map(({ body }) => (JSON.parse(body) as { text: string }).text);

beforeEach(freshWorld);

it("a provider that is too busy for hours is asked when it says, and does it once", async () => {
  const world = new World();
  world.provider.retryAfterMs = 20 * 60_000;
  world.provider.faults = busy(12);
  const id = await approved(world, "On our way");
  const { effects } = await getApproval(world.deps(), id);
  expect(effects[0]?.waits).toEqual({
    for: "Sim",
    nextTryAt: new Date(world.nowMs + world.provider.retryAfterMs).toISOString(),
  });
  await world.minutes(3.9 * 60);
  expect((await world.row(id)).status).toBe("executing");
  await world.minutes(30);
  expect((await world.row(id)).status).toBe("done");
  expect(world.provider.calls).toBe(13);
  expect(texts(world)).toEqual(["On our way"]);
});

it("one that does not say when is asked less and less often, for a day", async () => {
  const world = new World();
  world.provider.faults = busy(1_000);
  const id = await approved(world, "On our way");
  await world.minutes(5 * 60);
  expect((await world.row(id)).status).toBe("executing");
  expect(world.provider.calls).toBeLessThan(40);
  world.nowMs += 20 * HOUR_MS;
  await world.minutes(2);
  expect((await world.row(id)).status).toBe("failed");
  expect(world.outcomes.at(-1)?.part.text).toContain("Sim: busy (HTTP 429). It was not done.");
});

it("what was decided long before it is due is waited for as long", async () => {
  const world = new World();
  const { id, effectHash } = await propose(
    world.deps(),
    proposal({ to: "+14125550998", text: "On our way" }, { toolCallId: "toolu_late", turnId: "turn_late" }),
  );
  const body = { decision: "approve", effectHash, decisionId: "late" } as const;
  world.policy = { ...world.policy, holdSeconds: 40 * 60 * 60 };
  await decide(world.deps(), { approvalId: id, body, by: DANA });
  world.provider.faults = busy(4);
  world.nowMs += 40 * HOUR_MS;
  await world.minutes(30);
  expect((await world.row(id)).status).toBe("done");
});

it("while it rests no other effect goes to the account, and then all go, to each person in the order of approval", async () => {
  const world = new World();
  Object.assign(world.provider, { everyMs: 400, retryAfterMs: 10 * 60_000, faults: busy(1) });
  const ids = [];
  for (const [text, person] of [
    ["first", 900],
    ["another", 901],
    ["second", 900],
    ["third", 900],
  ] as const) {
    ids.push(await approved(world, text, person));
    world.nowMs += 1_000;
  }
  await world.minutes(9);
  expect([world.provider.calls, texts(world)]).toEqual([1, []]);
  await world.minutes(5);
  expect(texts(world).filter((text) => text !== "another")).toEqual(["first", "second", "third"]);
  for (const id of ids) expect((await world.row(id)).status).toBe("done");
});

const MANY = rounds(40, 200);

it(`${MANY} approved at once go at the account's pace and end whole, though others use up its limit again and again`, async () => {
  const world = new World();
  Object.assign(world.provider, { everyMs: 600, retryAfterMs: 1_000 });
  const all = Array.from({ length: MANY }, (_, index) => `text ${index}`);
  const ids: string[] = [];
  for (const text of all) ids.push(await approved(world, text));
  let refused = 0;
  for (let second = 0; texts(world).length < all.length; second++) {
    expect(second).toBeLessThan(600);
    world.nowMs += 1_000;
    // Within this second the first call is one too many.
    world.provider.faults = second % 5 === 0 ? busy(1) : [];
    const armed = world.provider.faults.length;
    await world.reconcile();
    refused += armed - world.provider.faults.length;
    expect(world.provider.calls - refused).toBeLessThanOrEqual(3 + (second + 1) / 0.6);
  }
  expect(refused).toBeGreaterThan(MANY / 20);
  expect(texts(world).toSorted()).toEqual(all.toSorted());
  for (const id of ids) expect((await world.row(id)).status).toBe("done");
}, 120_000);

it("a person stops what waits; nothing is sent after, and the agent is told", async () => {
  const world = new World();
  world.provider.faults = busy(3);
  const id = await approved(world, "On our way");
  const stopped = await stop(world.deps(), { approvalId: id, by: DANA, pause: noPause });
  expect(stopped).toMatchObject({ status: "not_done", effects: [{ status: "not_done" }] });
  await world.minutes(60);
  expect([world.provider.calls, texts(world)]).toEqual([1, []]);
  expect(world.outcomes.at(-1)?.part.text).toContain("Dana Whitfield stopped it");
  await expect(stop(world.deps(), { approvalId: id, by: DANA, pause: noPause })).rejects.toMatchObject({
    code: "not_held",
  });
});

it("a person stops what waits in the moment it is tried again: that try ends, and no other follows", async () => {
  const world = new World();
  world.provider.faults = busy(3);
  const id = await approved(world, "On our way");
  const { promise, resolve: release } = Promise.withResolvers<void>();
  world.provider.hold = promise;
  world.nowMs += 60_000;
  const tried = world.reconcile();
  await vi.waitFor(() => expect(world.provider.calls).toBe(2));
  const pause = async (): Promise<void> => {
    release();
    await tried;
  };
  const stopped = await stop(world.deps(), { approvalId: id, by: DANA, pause });
  expect(stopped.status).toBe("not_done");
  await world.minutes(60);
  expect([world.provider.calls, texts(world)]).toEqual([2, []]);
});

it("what was sent, or may have been, is not stopped", async () => {
  const world = new World();
  const id = await approved(world, "On our way");
  await expect(stop(world.deps(), { approvalId: id, by: DANA, pause: noPause })).rejects.toMatchObject({
    code: "not_held",
  });
  const other = new World("look_up");
  other.provider.faults = ["lost"];
  const unknown = await approved(other, "Are you in?");
  await expect(stop(other.deps(), { approvalId: unknown, by: DANA, pause: noPause })).rejects.toMatchObject({
    code: "not_held",
  });
});

it("what waits into the contacts' quiet hours is sent when they end", async () => {
  const world = new World();
  // 21:30 in New York.
  world.nowMs = Date.parse("2026-11-23T02:30:00Z");
  world.policy = {
    ...DEFAULT_POLICY,
    holdSeconds: 0,
    contactQuietHours: { from: "22:00", to: "08:00" },
  };
  Object.assign(world.provider, { retryAfterMs: HOUR_MS, faults: busy(1) });
  const id = await approved(world, "On our way");
  await world.minutes(5 * 60);
  expect(world.provider.calls).toBe(1);
  world.nowMs = Date.parse("2026-11-23T13:00:30Z");
  await world.minutes(2);
  expect((await world.row(id)).status).toBe("done");
});
