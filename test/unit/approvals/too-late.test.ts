/** Attempts and drivers that go on too late: after their deadline, after recovery took their effect, after the decision was taken back or closed. */
import { beforeEach, describe, expect, it } from "vitest";
import { claim } from "../../../src/approvals/claim.ts";
import { advance, decide, propose, resolve, undo } from "../../../src/approvals/index.ts";
import { get } from "../../../src/approvals/store.ts";
import type { ApprovalDeps } from "../../../src/approvals/ports.ts";
import type { OpenEffect } from "../../../src/approvals/types.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { comesAbout } from "../../support/event-loop.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, proposal, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const OTHER_NUMBER = "+14125550143";

beforeEach(freshWorld);

const proposed = (world: World, args: Parameters<typeof proposal>[0] = { text: "On our way" }) =>
  propose(world.deps(), proposal(args));

const approve = (deps: ApprovalDeps, { id, effectHash }: Approval, decisionId = "d1") =>
  decide(deps, { approvalId: id, body: { decision: "approve", effectHash, decisionId }, by: DANA });

/** A promise that waits until it is let go. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolved) => (open = resolved));
  return { opened, open };
}

describe("an effect whose answer was lost", () => {
  it("EFFECT-ONCE: is never sent again by its key once the provider has forgotten the key", async () => {
    const world = new World("key");
    world.provider.faults = ["lost"];
    const approval = await proposed(world);
    await approve(world.deps(), approval);
    world.nowMs += 61 * 60_000;
    await world.reconcile();
    expect(world.provider.calls).toBe(1);
    expect((await world.row(approval.id)).status).toBe("needs_human");
  });

  it.each(["document", "hash"] as const)(
    "SEE=RUN: is not sent again after its %s was changed in the tables",
    async (column) => {
      const world = new World("key");
      world.provider.faults = ["lost"];
      const approval = await proposed(world);
      await approve(world.deps(), approval);
      const value = column === "document" ? '{"text":"Send me the rent roll"}' : "f".repeat(64);
      await records
        .prepare(`update effects set ${column} = ? where approval_id = ?`)
        .bind(value, approval.id)
        .run();
      await world.minutes(2);
      expect(world.provider.calls).toBe(1);
      expect((await world.row(approval.id)).status).toBe("needs_human");
    },
  );
});

describe("an attempt that goes on after recovery took its effect", () => {
  it("EFFECT-ONCE: calls no one once its deadline has passed", async () => {
    const world = new World("look_up");
    const approval = await proposed(world);
    const { opened: goesOn, open: release } = gate();
    const deps = world.deps();
    let checks = 0;
    const check = async () => {
      checks++;
      await goesOn;
      return { holds: true } as const;
    };
    const frozen = approve({ ...deps, executor: { ...deps.executor, check } }, approval);
    await comesAbout("the attempt freezes between its claim and its call", () => checks > 0);
    await world.minutes(4);
    expect(world.provider.calls).toBe(1);
    release();
    await frozen;
    expect(world.provider.calls).toBe(1);
    expect((await world.row(approval.id)).status).toBe("done");
  });

  it("EFFECT-ONCE: calls no one after its deadline where no one else has looked yet", async () => {
    const world = new World("none");
    const approval = await proposed(world);
    const deps = world.deps();
    const check = async () => {
      world.nowMs += 61_000;
      return { holds: true } as const;
    };
    await approve({ ...deps, executor: { ...deps.executor, check } }, approval);
    expect(world.provider.calls).toBe(0);
    await world.minutes(2);
    expect(world.provider.calls).toBe(1);
    expect((await world.row(approval.id)).status).toBe("done");
  });

  it("EFFECT-ONCE: does not free the claim of the attempt after it by failing late", async () => {
    const world = new World("key");
    const [first, second] = [gate(), gate()];
    world.provider.faults = ["busy"];
    world.provider.hold = first.opened;
    const approval = await proposed(world);
    const dead = approve(world.deps(), approval);
    await comesAbout("the first call is out", () => world.provider.calls === 1);
    world.provider.hold = second.opened;
    world.nowMs += 61_000;
    const recovering = advance(world.deps(), approval.id);
    await comesAbout("the second call is out", () => world.provider.calls === 2);
    first.open();
    await dead;
    expect(await world.ledger(approval.id)).toMatchObject([{ status: "claimed", attempts: 2 }]);
    await advance(world.deps(), approval.id);
    expect(world.provider.calls).toBe(2);
    second.open();
    await recovering;
    expect(await world.ledger(approval.id)).toMatchObject([{ status: "done", attempts: 2 }]);
  });

  it("does not reopen by a late success what a person has closed as not done", async () => {
    const world = new World("none");
    const { opened, open: release } = gate();
    world.provider.hold = opened;
    const approval = await proposed(world);
    const dead = approve(world.deps(), approval);
    await comesAbout("the text is sent", () => world.provider.sent.length > 0);
    await world.minutes(3);
    await resolve(world.deps(), { approvalId: approval.id, outcome: "not_done", by: DANA });
    release();
    await dead;
    expect(await world.ledger(approval.id)).toMatchObject([{ status: "not_done", providerId: null }]);
    expect((await world.row(approval.id)).status).toBe("not_done");
  });
});

describe("a driver that read the approval before it changed", () => {
  it("EFFECT-ONCE: does not begin what was taken back and approved again meanwhile", async () => {
    const world = new World();
    world.policy = { ...world.policy, holdSeconds: 30 };
    const approval = await proposed(world);
    await approve(world.deps(), approval);
    const { opened: goesOn, open: release } = gate();
    let reads = 0;
    // The driver has read the approval and asks for the policy as its hold ends.
    const stalled: ApprovalDeps = {
      ...world.deps(),
      clock: { now: () => world.nowMs + 31_000 },
      policy: async () => {
        if (++reads > 1) await goesOn;
        return world.policy;
      },
    };
    const driving = advance(stalled, approval.id);
    await comesAbout("the driver is about to begin", () => reads > 1);
    await undo(world.deps(), { approvalId: approval.id, by: DANA });
    await approve({ ...world.deps(), clock: { now: () => world.nowMs + 29_000 } }, approval, "d2");
    release();
    await driving;
    expect(world.provider.calls).toBe(0);
    expect((await world.row(approval.id)).status).toBe("approved");
    await world.minutes(2);
    expect(world.provider.calls).toBe(1);
  });

  it("EFFECT-ONCE: claims no effect of an approval that is not executing", async () => {
    const world = new World();
    world.policy = { ...world.policy, holdSeconds: 60 };
    const approval = await proposed(world);
    await approve(world.deps(), approval);
    const { effects } = await get(world.deps(), approval.id);
    expect(await claim(world.deps(), effects[0] as OpenEffect)).toBeNull();
    expect(await world.ledger(approval.id)).toMatchObject([{ status: "planned", attempts: 0 }]);
  });
});

describe("what begins or moves while an approval is on its way", () => {
  it("holds an approved text until quiet hours end where they began before it ran", async () => {
    const world = new World();
    // 20:58 in New York; nothing of ours runs until 21:01.
    world.nowMs = Date.parse("2026-11-20T01:58:00Z");
    world.policy = { ...world.policy, holdSeconds: 60, contactQuietHours: { from: "21:00", to: "08:00" } };
    const approval = await proposed(world);
    await approve(world.deps(), approval);
    expect((await world.row(approval.id)).startsAt).toBe("2026-11-20T01:59:00.000Z");
    world.nowMs = Date.parse("2026-11-20T02:01:00Z");
    await world.reconcile();
    expect(world.provider.calls).toBe(0);
    expect(await world.row(approval.id)).toMatchObject({
      status: "approved",
      startsAt: "2026-11-20T13:00:00.000Z",
    });
    world.nowMs = Date.parse("2026-11-20T13:00:30Z");
    await world.reconcile();
    expect((await world.row(approval.id)).status).toBe("done");
  });

  it("says that a bundle failed, and not that nothing was sent, where its rest no longer fits", async () => {
    const world = new World();
    const { resolution, ...rest } = proposal({ texts: ["one", "two"] });
    if (resolution.kind !== "resolved") throw new Error("the test's arguments do not resolve");
    const [first, second] = resolution.effects;
    const [observed] = resolution.observed;
    if (first === undefined || second === undefined || observed?.kind !== "newest_message")
      throw new Error("the test's arguments resolve to something else");
    const to = { ...(second.document["to"] as object), number: OTHER_NUMBER };
    const approval = await propose(world.deps(), {
      ...rest,
      resolution: {
        ...resolution,
        effects: [first, { ...second, document: { ...second.document, to } }],
        observed: [
          { ...observed, number: NUMBER },
          { ...observed, number: OTHER_NUMBER },
        ],
      },
    });
    const deps = world.deps();
    const perform: typeof deps.executor.perform = async (effect, options) => {
      const performed = await deps.executor.perform(effect, options);
      world.provider.preconditionHolds = false;
      return performed;
    };
    await approve({ ...deps, executor: { ...deps.executor, perform } }, approval);
    expect(world.provider.sent.length).toBe(1);
    expect((await world.ledger(approval.id)).map(({ status }) => status)).toEqual(["done", "failed"]);
    expect((await world.row(approval.id)).status).toBe("failed");
    expect(world.outcomes.map(({ part }) => part.state)).toEqual(["failed"]);
  });
});
