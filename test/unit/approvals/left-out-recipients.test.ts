/** A draft to several people, and one of them writes before it is approved. */
import { beforeEach, describe, expect, it } from "vitest";
import { decide, getApproval, markThreadStale, preview, propose } from "../../../src/approvals/index.ts";
import type { Approval, DecisionBody } from "../../../src/approvals/api/approval.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, proposal, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const TOM = "+14125550177";
const ANA = "+14125550188";
const ARGS = {
  texts: [
    { to: NUMBER, text: "Water is off at 3." },
    { to: TOM, text: "Water is off at 4." },
    { to: ANA, text: "Water is off at 5." },
  ],
};

let world: World;
let calls = 0;
beforeEach(async () => {
  await freshWorld();
  world = new World();
});

const drafted = (args = ARGS) => propose(world.deps(), proposal(args, { toolCallId: `toolu_${++calls}` }));
const writes = (number: string, messageId = "in-1") =>
  markThreadStale(world.deps(), `sms:${number}`, { code: "new_text" }, messageId);
const now = ({ id }: Approval) => getApproval(world.deps(), id);
const approve = (card: Approval, more: Partial<DecisionBody> = {}) =>
  decide(world.deps(), {
    approvalId: card.id,
    by: DANA,
    body: {
      decision: "approve",
      effectHash: card.effectHash,
      ...(card.sentSince ? { sentSince: card.sentSince } : {}),
      ...more,
    },
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "went through",
    (error: { code?: string; status?: number }) => `${error.code} ${error.status}`,
  );
const reached = () =>
  world.provider.sent.map(({ body }) => (JSON.parse(body) as { to: { number: string } }).to.number);

describe("somebody of several who writes after the draft", () => {
  it("is named, left out, and changes what must be confirmed; the old card approves nothing", async () => {
    const before = await drafted();
    expect(before.wroteSince).toBeUndefined();
    expect(await writes(TOM)).toBe(0);
    const after = await now(before);
    expect(after).toMatchObject({
      status: "pending",
      title: "2 text messages",
      sentSince: "in-1",
      wroteSince: [{ index: 1, title: `Text message to ${TOM}`, conversationId: `sms:${TOM}` }],
      leftOut: [`Text message to ${TOM}`],
    });
    expect(after.effectHash).not.toBe(before.effectHash);
    expect(after.lints).toContainEqual(
      expect.objectContaining({
        code: "wrote_since",
        message: expect.stringMatching(/ wrote since this was drafted\.$/) as string,
      }),
    );
    expect(await codeOf(approve(before))).toBe("effect_changed 409");
    expect(await codeOf(approve(before, { sentSince: "in-1" }))).toBe("effect_changed 409");
    expect(await codeOf(approve(after, { sentSince: "another" }))).toBe("effect_changed 409");
    expect(reached()).toEqual([]);
    expect((await approve(after)).status).toBe("done");
    expect(reached()).toEqual([NUMBER, ANA]);
  });

  it("tells the agent who was left out for writing since, separately from who a person left out", async () => {
    const draft = await drafted();
    await writes(TOM);
    const card = await now(draft);
    const edit = { arguments: ARGS, without: [1, 2] };
    const { effectHash } = await preview(world.deps(), { approvalId: card.id, ...edit });
    await approve(card, { ...edit, effectHash });
    const text = world.outcomes[0]?.part.text;
    expect(text).toContain(
      `Left out automatically, because the recipient wrote after it was drafted: Text message to ${TOM}. They have not been told.`,
    );
    expect(text).toContain(`Dana Whitfield left out: Text message to ${ANA}.`);
    expect(text).not.toContain(`Dana Whitfield left out: Text message to ${TOM}`);
  });

  it("is put back by a person who knows of the message, and is guarded by what was seen then", async () => {
    const draft = await drafted();
    await writes(TOM);
    const card = await now(draft);
    const { effectHash } = await preview(world.deps(), { approvalId: card.id, arguments: ARGS, without: [] });
    expect(effectHash).toBe(draft.effectHash);
    const whole = { arguments: ARGS, without: [], effectHash };
    await writes(TOM, "in-2");
    expect(await codeOf(approve(card, whole))).toBe("effect_changed 409");
    expect(reached()).toEqual([]);
    world.policy = { ...world.policy, holdSeconds: 30 };
    await approve(await now(draft), whole);
    const row = await world.row(draft.id);
    expect(row.wroteSince).toEqual([]);
    const looks = row.preconditions.filter(({ kind }) => kind === "newest_message");
    expect(new Set(looks.map(({ number }) => number))).toEqual(new Set([NUMBER, TOM, ANA]));
    await world.minutes(2);
    expect(reached()).toEqual([NUMBER, TOM, ANA]);
  });

  it("of all of them: nothing is left and nothing is sent", async () => {
    const draft = await drafted();
    await writes(NUMBER, "in-1");
    await writes(TOM, "in-2");
    const one = await now(draft);
    expect(one.effects.map(({ document }) => (document["to"] as { number: string }).number)).toEqual([ANA]);
    expect(one.wroteSince?.map(({ index }) => index)).toEqual([0, 1]);
    expect(await writes(ANA, "in-3")).toBe(1);
    expect((await now(draft)).status).toBe("stale");
    expect(await codeOf(approve(one))).toBe("already_decided 409");
    expect(reached()).toEqual([]);
  });

  it("leaves a single text to the other of two", async () => {
    const draft = await drafted({
      texts: [
        { to: TOM, text: "Water is off at 4." },
        { to: ANA, text: "Water is off at 5." },
      ],
    });
    await writes(TOM);
    expect((await now(draft)).title).toBe(`Text message to ${ANA}`);
    await writes(TOM, "in-2");
    const card = await now(draft);
    expect(card).toMatchObject({ status: "pending", sentSince: "in-2" });
    await approve(card);
    expect(reached()).toEqual([ANA]);
  });

  it("while it is held brings it back before people, without them", async () => {
    world.policy = { ...world.policy, holdSeconds: 30 };
    const draft = await drafted();
    await approve(draft);
    await writes(TOM);
    expect(await world.row(draft.id)).toMatchObject({ status: "pending", decidedById: null });
    await world.minutes(2);
    expect(reached()).toEqual([]);
    expect(world.rings.filter((ring) => ring.includes("requested"))).toHaveLength(2);
    await approve(await now(draft));
    await world.minutes(2);
    expect(reached()).toEqual([NUMBER, ANA]);
  });

  it("twice by the same delivery, or in a message the draft knew, changes nothing", async () => {
    const draft = await drafted();
    await writes(TOM, "m0");
    expect(await now(draft)).toEqual(draft);
    await writes(TOM);
    const once = await now(draft);
    await writes(TOM);
    expect(await now(draft)).toMatchObject({ effectHash: once.effectHash, wroteSince: once.wroteSince });
  });

  it("is told to a run whose check meets the message first: nothing is sent, and who wrote is named", async () => {
    const draft = await drafted();
    world.provider.preconditionHolds = false;
    const done = await approve(draft);
    expect(done).toMatchObject({
      status: "stale",
      staleReason: "Text message to Maria Lopez: A new message came.",
    });
    expect(reached()).toEqual([]);
  });
});
