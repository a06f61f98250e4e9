/** EARNED: what people approve unchanged becomes a rule by an admin's approval, and is taken back when edits return. */
import { beforeEach, describe, expect, it } from "vitest";
import { advance, compensate, decide, undo, withdraw } from "../../../../src/approvals/index.ts";
import { eq } from "drizzle-orm";
import { audit, dbFor, users } from "../../../../src/platform/db/index.ts";
import { earnedTallies } from "../../../../src/approvals/tables/approvals.ts";
import { consider, takeOut } from "../../../../src/approvals/earned/index.ts";
import { records } from "../../../support/node-d1.ts";
import { freshWorld } from "../fresh-world.ts";
import { Process } from "../harness.ts";
import { DANA, EarnedWorld, MEMBER } from "./world.ts";

const NEW = { to: "+14125550199", args: { createContact: { firstName: "Noor" } } };

let world: EarnedWorld;

beforeEach(async () => {
  await freshWorld();
  world = new EarnedWorld();
  await world.begin();
});

/** The proposal, in the shape decisions take. */
async function theProposal() {
  const found = await world.proposals();
  expect(found).toHaveLength(1);
  return found[0]!;
}

async function inForce(): Promise<void> {
  await world.approveUnchanged(30);
  await world.decided(await theProposal());
  expect(await world.rules()).toHaveLength(1);
}

describe("a rule is earned", () => {
  it("thirty unchanged lead to one proposal with its evidence, and an admin's approval to a rule that acts", async () => {
    await world.approveUnchanged(29);
    expect(await world.proposals()).toEqual([]);
    await world.approveUnchanged(3);
    const proposal = await theProposal();
    expect(proposal).toMatchObject({ status: "pending", conversationId: "system.policy" });
    expect(JSON.stringify(proposal.proposedEffects)).toContain("approved 30 of the last 30 unchanged");
    expect(proposal.lints.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(5);

    expect(await world.decided(proposal)).toMatchObject({ status: "done" });
    const [rule] = await world.rules();
    expect(rule).toMatchObject({
      origin: "earned",
      decision: "allow",
      recipients: ["contact"],
      agent: "steward",
    });
    expect(await world.tallies()).toMatchObject([{ id: rule?.id, state: "in_force", samples: "" }]);

    expect(await world.made()).toMatchObject({ status: "approved", rule: `team.${rule?.id}` });
  });

  it("only an admin who is signed in decides it, or takes it away", async () => {
    await world.approveUnchanged(30);
    const proposal = await theProposal();
    await expect(world.decided(proposal, {}, MEMBER)).rejects.toMatchObject({ code: "forbidden" });
    await expect(world.decided(proposal, { decision: "reject" }, MEMBER)).rejects.toMatchObject({
      code: "forbidden",
    });
    const by = { kind: "user", ...MEMBER } as const;
    await expect(withdraw(world.approvals(), { approvalId: proposal.id, by })).rejects.toMatchObject({
      code: "forbidden",
    });
    const token = { hash: "whatever" };
    const body = { decision: "approve" as const, effectHash: proposal.effectHash };
    await expect(
      decide(world.approvals(), { approvalId: proposal.id, body, by: DANA, token }),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(await world.rules()).toEqual([]);
  });

  it("an admin who was removed decides it no more, and a member takes no admin's decision back", async () => {
    await world.approveUnchanged(30);
    const proposal = await theProposal();
    const setRemoved = (removedAt: string | null) =>
      world.db.update(users, { removedAt }, eq(users.id, DANA.id));
    await setRemoved(new Date(world.world.nowMs).toISOString());
    await expect(world.decided(proposal)).rejects.toMatchObject({ code: "forbidden" });
    await setRemoved(null);
    expect(await world.decided(proposal, { holdSeconds: 60 })).toMatchObject({ status: "approved" });
    await expect(undo(world.approvals(), { approvalId: proposal.id, by: MEMBER })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await undo(world.approvals(), { approvalId: proposal.id, by: DANA })).toMatchObject({
      status: "pending",
    });
  });

  it("what carries a danger or reaches somebody new counts not, and neither does what a rule decided", async () => {
    await world.decided(await world.made("See http://аpple.com", {}));
    await world.decided(await world.made("Hello", NEW));
    expect(await world.tallies()).toEqual([]);
    await inForce();
    await world.made();
    expect(await world.tallies()).toMatchObject([{ decided: 30 }]);
  });

  it("edits and rejections count against it; what was taken back before it ran counts once", async () => {
    await world.decided(await world.made(), { decision: "reject" });
    await world.setPolicy({ holdSeconds: 60 });
    const held = await world.made("Held");
    await world.decided(held);
    expect(await world.tallies()).toMatchObject([{ recent: "0", decided: 1 }]);
    await undo(world.approvals(), { approvalId: held.id, by: DANA });
    await world.setPolicy({ holdSeconds: 0 });
    await world.decided(held);
    expect(await world.tallies()).toMatchObject([{ recent: "01", decided: 2 }]);
  });

  it("nothing is proposed while it is off, nor while Steward only proposes; with another line it is looked at again", async () => {
    await world.setPolicy({ earned: { line: null, minDecisions: 30 } });
    await world.approveUnchanged(31);
    world.autonomy = "propose";
    await world.setPolicy({ earned: { line: 0.9, minDecisions: 30 } });
    const [tally] = await world.tallies();
    expect(tally?.dueAt).not.toBeNull();
    await consider(world.earned(), tally?.id ?? "");
    expect(await world.proposals()).toEqual([]);
    world.autonomy = "execute";
    await consider(world.earned(), tally?.id ?? "");
    expect(await world.proposals()).toHaveLength(1);
  });

  it("declined, it is not proposed again before fifty more decisions", async () => {
    await world.approveUnchanged(30);
    await world.decided(await theProposal(), { decision: "reject" });
    expect(await world.tallies()).toMatchObject([{ state: "declined", restsUntil: 80 }]);
    await world.approveUnchanged(49);
    expect(await world.proposals()).toHaveLength(1);
    await world.approveUnchanged(1);
    expect(await world.proposals()).toHaveLength(2);
  });

  it("a proposal that later decisions no longer bear out is not put in force", async () => {
    await world.approveUnchanged(30);
    const proposal = await theProposal();
    await world.decided(await world.made(), { decision: "reject" });
    await world.decided(await world.made(), { decision: "reject" });
    expect(await world.decided(proposal)).toMatchObject({ status: "stale" });
    expect(await world.rules()).toEqual([]);
    expect(await world.tallies()).toMatchObject([{ state: "declined" }]);
  });

  it("killed anywhere, there is one proposal", async () => {
    await world.setPolicy({ earned: { line: null, minDecisions: 30 } });
    await world.approveUnchanged(30);
    await world.setPolicy({ earned: { line: 0.9, minDecisions: 30 } });
    const [tally] = await world.tallies();
    for (let step = 1; step < 12; step++) {
      for (const when of ["before", "after"] as const) {
        const process = new Process({ step, when });
        await consider(world.earned(process), tally?.id ?? "").catch(() => {});
      }
    }
    await consider(world.earned(), tally?.id ?? "");
    expect(await world.proposals()).toHaveLength(1);
    expect(await world.tallies()).toMatchObject([{ state: "proposed", dueAt: null }]);
  });
});

describe("a rule in force", () => {
  it("still asks for one in ten, says so, and is taken back when two are edited or rejected", async () => {
    await inForce();
    const sample = await world.made("Checked", { sampled: true });
    expect(sample).toMatchObject({ status: "pending", rule: "sample.asked" });
    expect(sample.lints.map(({ message }) => message).join()).toContain("One in 10 still asks");

    await world.decided(sample, { decision: "reject" });
    expect(await world.rules()).toHaveLength(1);
    // Until one is approved unchanged, each asks.
    const next = await world.made("Another", { sampled: false });
    expect(next).toMatchObject({ status: "pending", rule: "sample.asked" });

    await world.decided(next, { decision: "reject" });
    expect(await world.rules()).toEqual([]);
    expect(await world.tallies()).toMatchObject([
      { state: "taken_back", because: "Of the last 2 checks, 2 were edited, rejected, or undone." },
    ]);
    expect(world.told).toHaveLength(1);
    const entries = await world.db.rows(audit);
    expect(entries.some(({ sentence }) => sentence.startsWith("Steward took back a rule"))).toBe(true);
    expect(await world.made("Asks")).toMatchObject({ status: "pending", rule: "external.default" });
  });

  it("lets through again after a sample that was approved unchanged", async () => {
    await inForce();
    await world.decided(await world.made("Checked", { sampled: true }), { decision: "reject" });
    await world.decided(await world.made("Again"));
    expect(await world.made("Through")).toMatchObject({ status: "approved" });
  });

  it("what it let through and a person undid counts as a check that failed, once each", async () => {
    await inForce();
    const sent = await world.made("Sent by the rule");
    expect(await advance(world.approvals(), sent.id)).toMatchObject({ status: "done" });
    for (let time = 0; time < 2; time++) {
      await compensate(world.approvals(), { approvalId: sent.id, by: MEMBER });
      await world.follow();
    }
    expect(await world.tallies()).toMatchObject([{ samples: "0", decided: 31, state: "in_force" }]);
    const next = await world.made("Asks");
    expect(next).toMatchObject({ status: "pending", rule: "sample.asked" });
    await world.decided(next, { decision: "reject" });
    expect(await world.rules()).toEqual([]);
  });

  it("asks for somebody new, for what carries a danger, and after something of others was read", async () => {
    await inForce();
    expect(await world.made("Hi", NEW)).toMatchObject({ status: "pending" });
    expect(await world.made("See http://аpple.com")).toMatchObject({ rule: "danger.asked" });
    expect(await world.made("Hi", { scope: { readOfOthers: true } })).toMatchObject({
      status: "pending",
      rule: "external.read_of_others",
    });
  });

  it("a rule of an admin's own goes before it", async () => {
    await inForce();
    const [earned] = await world.rules();
    const own = { ...earned!, id: "own", decision: "ask" as const, origin: undefined };
    const { origin: _, ...asking } = own;
    await world.setPolicy({ rules: [asking, earned!] });
    expect(await world.made()).toMatchObject({ status: "pending", rule: "team.own" });
  });

  it("removed by an admin, its tally says who did it, and it can be earned again", async () => {
    await inForce();
    await world.setPolicy({ rules: [] });
    expect(await world.tallies()).toMatchObject([
      { state: "taken_back", because: "Dana Whitfield removed it.", restsUntil: 80 },
    ]);
    expect(await takeOut(world.db, "earned_nothing", { nowMs: 0, by: { kind: "user", ...DANA } })).toBe(
      false,
    );
    await world.approveUnchanged(50);
    expect(await world.proposals()).toHaveLength(2);
    await world.decided((await world.proposals())[1]!);
    expect(await world.rules()).toHaveLength(1);
  });

  it("nothing of it reaches another team", async () => {
    const others = dbFor(records, "tenant_other");
    const mine = { agent: "steward", tool: "send_message", recipients: "contact" as const };
    const zero = { decided: 0, firstAt: "", lastAt: "", examples: "", stateAt: "", restsUntil: 0, round: 0 };
    await others.insert(earnedTallies, {
      ...mine,
      ...zero,
      id: "o",
      recent: "",
      samples: "",
      state: "collecting",
    });
    await inForce();
    expect(await others.rows(earnedTallies)).toMatchObject([{ decided: 0, state: "collecting" }]);
  });
});

describe("what a rule was not earned by", () => {
  it("a sampled card that is withdrawn is a failed check, and the next call asks", async () => {
    await inForce();
    const sample = await world.made("Checked", { sampled: true });
    expect(sample.rule).toBe("sample.asked");
    const by = { kind: "agent", id: "steward", name: "Steward" } as const;
    await withdraw(world.approvals(), { approvalId: sample.id, by });
    await world.follow();
    expect((await world.tallies())[0]?.samples).toBe("0");
    expect(await world.made("Once more", { sampled: false })).toMatchObject({ rule: "sample.asked" });
  });

  it.each(["Wire the premium to account 4711", "See https://ours.example/a", "word ".repeat(40)])(
    "%s asks although the rule is in force",
    async (words) => {
      await inForce();
      expect(await world.made(words, { sampled: false })).toMatchObject({
        status: "pending",
        rule: "sample.asked",
      });
    },
  );

  it("one person in one sitting earns nothing, however often", async () => {
    for (let index = 0; index < 34; index++) await world.decided(await world.made(`ok ${index}`));
    expect(await world.proposals()).toEqual([]);
  });
});
