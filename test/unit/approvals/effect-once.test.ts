import { beforeEach, describe, expect, it } from "vitest";
import { advance, decide, propose } from "../../../src/approvals/index.ts";
import { LIMITS } from "../../../src/kernel/limits.ts";
import { comesAbout } from "../../support/event-loop.ts";
import { freshWorld } from "./fresh-world.ts";
import { Process, proposal, World, type Provider } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const KINDS = ["key", "look_up", "none"] as const satisfies readonly Provider["recovery"][];
const WHEN = ["before", "after"] as const;

let call = 0;
async function proposed(
  world: World,
  args: Parameters<typeof proposal>[0] = { text: "On our way" },
  turnId = `turn_${call + 1}`,
) {
  return propose(world.deps(), proposal(args, { toolCallId: `toolu_${++call}`, turnId }));
}

/** Approves in a process that may be killed; a killed one answers no one. */
async function approveIn(
  world: World,
  approval: { id: string; effectHash: string },
  process: Process,
): Promise<void> {
  await decide(world.deps(process), {
    approvalId: approval.id,
    body: { decision: "approve", effectHash: approval.effectHash, decisionId: "d1" },
    by: DANA,
  }).catch((error: unknown) => {
    if (!process.dead) throw error;
  });
}

beforeEach(freshWorld);

describe.each(KINDS)("a provider settled by %s", (recovery) => {
  it("EFFECT-ONCE: a process killed at any write or call leaves one effect or none, and an honest end", async () => {
    const clean = new Process();
    const probe = new World(recovery);
    await approveIn(probe, await proposed(probe), clean);
    expect(clean.steps).toBeGreaterThan(6);

    for (let step = 1; step <= clean.steps; step++) {
      for (const when of WHEN) {
        await freshWorld();
        const world = new World(recovery);
        const approval = await proposed(world);
        await approveIn(world, approval, new Process({ step, when }));
        await world.minutes(9);
        const row = await world.row(approval.id);
        const at = `killed ${when} step ${step} of ${clean.steps}`;
        expect(world.provider.sent.length, at).toBeLessThanOrEqual(1);
        if (row.status === "pending") {
          expect([step, when, world.provider.sent.length], at).toEqual([1, "before", 0]);
          continue;
        }
        expect(["done", "needs_human"], at).toContain(row.status);
        if (row.status === "done") expect(world.provider.sent.length, at).toBe(1);
        if (recovery !== "none") expect(row.status, at).toBe("done");
        expect(row.deliveredStatus, at).toBe(row.status);
        expect(
          world.outcomes.filter(({ part }) => part.approvalId === approval.id).map(({ part }) => part.state),
          at,
        ).toEqual([row.status]);
      }
    }
  });

  it("EFFECT-ONCE: an answer that is lost after the effect is never followed by a second effect", async () => {
    const world = new World(recovery);
    world.provider.faults = ["lost"];
    const approval = await proposed(world);
    await approveIn(world, approval, new Process());
    await world.minutes(9);
    expect(world.provider.sent.length).toBe(1);
    expect((await world.row(approval.id)).status).toBe(recovery === "none" ? "needs_human" : "done");
  });

  it("EFFECT-ONCE: five drivers at once perform once", async () => {
    const world = new World(recovery);
    world.policy = { ...world.policy, holdSeconds: 60 };
    const approval = await proposed(world);
    await approveIn(world, approval, new Process());
    world.nowMs += 61_000;
    await Promise.all(Array.from({ length: 5 }, () => advance(world.deps(), approval.id)));
    expect(world.provider.calls).toBe(1);
    expect((await world.row(approval.id)).status).toBe("done");
  });

  it("EFFECT-ONCE: a recovering process that is killed too changes nothing of that", async () => {
    for (let step = 1; step <= 6; step++) {
      await freshWorld();
      const world = new World(recovery);
      world.provider.faults = ["lost"];
      const approval = await proposed(world);
      await approveIn(world, approval, new Process());
      await world.minutes(2, new Process({ step, when: step % 2 === 0 ? "before" : "after" }));
      await world.minutes(9);
      expect(world.provider.sent.length, `second kill at ${step}`).toBe(1);
      expect(["done", "needs_human"]).toContain((await world.row(approval.id)).status);
    }
  });
});

describe("an attempt and its deadline", () => {
  it("KILL: what dies at any step of an attempt is carried on within a minute, by looks of the clock alone", async () => {
    let certain = 0;
    for (let step = 1; step <= 12; step++)
      for (const when of ["before", "after"] as const) {
        await freshWorld();
        const world = new World("look_up");
        const approval = await proposed(world);
        const process = new Process({ step, when });
        await approveIn(world, approval, process);
        if (!process.dead || (await world.row(approval.id)).status === "pending") continue;
        const killedMs = world.nowMs;
        const isCarriedOn = async (): Promise<boolean> => {
          const { status } = await world.row(approval.id);
          const [effect] = await world.ledger(approval.id);
          return (status !== "executing" && status !== "approved") || (effect?.attempts ?? 0) > 1;
        };
        const [left] = await world.ledger(approval.id);
        // What had not begun to call when it died was certainly not sent: it waits for no proof.
        const isCertain = left?.status === "claimed" && left.uncalledAttemptId === left.attemptId;
        if (isCertain) certain++;
        // The clock looks every 15 seconds; the kill fell right behind a look.
        while (!(await isCarriedOn()) && world.nowMs < killedMs + 10 * 60_000) {
          world.nowMs += 15_000;
          await world.reconcile();
        }
        expect(world.nowMs - killedMs, `kill ${when} step ${step}`).toBeLessThanOrEqual(60_000);
        if (isCertain) expect(world.provider.sent.length, `kill ${when} step ${step}`).toBe(1);
        await world.minutes(9);
        expect((await world.row(approval.id)).status).toBe("done");
        expect(world.provider.sent.length).toBe(1);
      }
    expect(certain).toBeGreaterThan(0);
  });

  it("EFFECT-ONCE: no one looks at a running attempt before its deadline", async () => {
    const world = new World("look_up");
    let release = (): void => {};
    world.provider.hold = new Promise((resolve) => (release = resolve));
    const approval = await proposed(world);
    const running = approveIn(world, approval, new Process());
    await comesAbout("the text is sent", () => world.provider.sent.length > 0);
    world.nowMs += LIMITS.effectDeadlineMs - 1_000;
    await world.reconcile();
    expect((await world.ledger(approval.id))[0]).toMatchObject({ status: "claimed", attempts: 1 });
    release();
    await running;
    expect((await world.row(approval.id)).status).toBe("done");
  });

  it("EFFECT-ONCE: a success that comes late ends the wait for a person", async () => {
    const world = new World("none");
    let release = (): void => {};
    world.provider.hold = new Promise((resolve) => (release = resolve));
    const approval = await proposed(world);
    const running = approveIn(world, approval, new Process());
    await comesAbout("the text is sent", () => world.provider.sent.length > 0);
    await world.minutes(3);
    expect((await world.row(approval.id)).status).toBe("needs_human");
    release();
    await running;
    expect((await world.row(approval.id)).status).toBe("done");
    expect(world.outcomes.map(({ part }) => part.state)).toEqual(["needs_human", "done"]);
    expect(world.provider.sent.length).toBe(1);
  });

  it("EFFECT-ONCE: two equal texts are proven by two ids, never one by both", async () => {
    const world = new World("look_up");
    world.provider.faults = ["lost", "lost"];
    const [first, second] = [
      await proposed(world, { text: "Same" }, "turn_of_both"),
      await proposed(world, { text: "Same" }, "turn_of_both"),
    ];
    await Promise.all([approveIn(world, first, new Process()), approveIn(world, second, new Process())]);
    await world.minutes(9);
    const ids = [...(await world.ledger(first.id)), ...(await world.ledger(second.id))].map(
      ({ providerId }) => providerId,
    );
    expect(ids).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(ids).size).toBe(2);
    for (const { id } of [first, second]) expect((await world.row(id)).status).toBe("done");
    expect(world.provider.sent.length).toBe(2);
  });
});

describe("failures that are certain", () => {
  it("a refusal fails the approval at once", async () => {
    const world = new World();
    world.provider.faults = ["refused"];
    const approval = await proposed(world);
    await approveIn(world, approval, new Process());
    expect((await world.row(approval.id)).status).toBe("failed");
    expect(world.outcomes[0]?.part.text).toContain("Sim: refused (HTTP 400). It was not done.");
  });

  it("an answer that proves nothing is told as it was; what looking up settles needs no person", async () => {
    const asked = new World("none");
    asked.provider.faults = ["broken"];
    const first = await proposed(asked);
    await approveIn(asked, first, new Process());
    expect((await asked.ledger(first.id))[0]).toMatchObject({
      status: "needs_human",
      problem: "Sim answered 500. We can’t tell whether this went through. Please check in Sim.",
    });
    await freshWorld();
    const looked = new World("look_up");
    looked.provider.faults = ["broken", "broken"];
    const second = await proposed(looked);
    await approveIn(looked, second, new Process());
    expect((await looked.ledger(second.id))[0]).toMatchObject({
      status: "claimed",
      problem: "Sim answered 500.",
    });
    await looked.minutes(10);
    expect((await looked.ledger(second.id))[0]).toMatchObject({ status: "done", problem: null });
    expect([looked.provider.sent.length, looked.provider.calls]).toEqual([1, 3]);
  });

  it("a failed effect stops the rest of its bundle", async () => {
    const world = new World();
    world.provider.faults = ["refused"];
    const approval = await proposed(world, { text: "Hi", contact: true });
    await approveIn(world, approval, new Process());
    expect((await world.ledger(approval.id)).map(({ status }) => status)).toEqual(["failed", "planned"]);
    expect(world.provider.calls).toBe(1);
  });

  it("a bundle runs in order, each effect once", async () => {
    const world = new World();
    const approval = await proposed(world, { texts: ["one", "two"], contact: true });
    await approveIn(world, approval, new Process());
    expect(world.provider.sent.map(({ kind }) => kind)).toEqual(["contact.create", "sms.send", "sms.send"]);
    expect((await world.row(approval.id)).status).toBe("done");
  });
});
