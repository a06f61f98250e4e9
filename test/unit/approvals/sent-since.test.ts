import { beforeEach, describe, expect, it } from "vitest";
import {
  decide,
  getApproval,
  markThreadStale,
  preview,
  propose,
  showWaitingDrafts,
  undo,
} from "../../../src/approvals/index.ts";
import type { SentMessage } from "../../../src/approvals/ports.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { sentSince } from "../../../src/messaging/inbox/index.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { texts } from "../../../src/messaging/tables/inbox.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, proposal, TENANT, World } from "./harness.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const OTHER = "+14125550177";

let world: World;
beforeEach(async () => {
  await freshWorld();
  world = new World();
});

let calls = 0;
const drafted = (args: Record<string, Json> = { text: "At 3." }, turnId = "turn-1") =>
  propose(world.deps(), proposal(args, { toolCallId: `toolu_${++calls}`, turnId }));
const approve = (draft: Approval, more = {}) =>
  decide(world.deps(), {
    approvalId: draft.id,
    by: DANA,
    body: { decision: "approve", effectHash: draft.effectHash, ...more },
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "went through",
    (error: { code?: string }) => error.code,
  );

/** Dana texts the number from her phone, some time after now. */
function byHand(id: string, afterMs = 60_000): SentMessage {
  const at = new Date(world.nowMs + afterMs).toISOString();
  return { id, threadKey: `sms:${NUMBER}`, at, who: "Dana Whitfield", text: "I'm on my way", byHand: true };
}

describe("what the team wrote to the same person since a draft", () => {
  it("stands on the card, and only a card that told it approves", async () => {
    const draft = await drafted();
    expect(draft.sentSince).toBeNull();
    world.sent = [byHand("AC1")];
    const told = await getApproval(world.deps(), draft.id);
    expect(told).toMatchObject({ status: "pending", sentSince: "AC1" });
    expect(told.lints.find(({ code }) => code === "sent_since")?.message).toMatch(
      /Dana Whitfield wrote to Maria Lopez.*“I'm on my way”/,
    );
    expect(await codeOf(approve(draft))).toBe("effect_changed");
    expect(await codeOf(approve(draft, { sentSince: "another" }))).toBe("effect_changed");
    const args = { text: "At 4." };
    const { effectHash } = await preview(world.deps(), { approvalId: draft.id, arguments: args });
    expect(await codeOf(approve(draft, { arguments: args, effectHash }))).toBe("effect_changed");
    expect(world.provider.calls).toBe(0);
    expect((await approve(draft, { sentSince: "AC1" })).status).toBe("done");
    expect(world.provider.calls).toBe(1);
  });

  it("is no news where another person was written to, or a sibling of the same run went out", async () => {
    const elsewhere = await drafted({ text: "At 3.", to: OTHER });
    const [first, second] = [await drafted({ text: "One" }), await drafted({ text: "Two" })];
    const done = await approve(first);
    const sent = done.effects[0]?.receipt?.providerId ?? "";
    world.sent = [byHand(sent)];
    expect((await getApproval(world.deps(), second.id)).sentSince).toBeNull();
    expect((await getApproval(world.deps(), elsewhere.id)).sentSince).toBeNull();
    const later = await drafted({ text: "Three" }, "turn-2");
    expect((await getApproval(world.deps(), later.id)).sentSince).toBe(sent);
  });

  it("while an approval is held brings it back before people, and rings again", async () => {
    world.policy = { ...world.policy, holdSeconds: 30 };
    const draft = await drafted();
    await approve(draft);
    world.sent = [byHand("AC1", 10_000)];
    await world.minutes(2);
    expect(world.provider.calls).toBe(0);
    expect(await world.row(draft.id)).toMatchObject({ status: "pending", decidedById: null });
    expect(world.rings.filter((ring) => ring.includes("requested"))).toHaveLength(2);
    await approve(draft, { sentSince: "AC1" });
    await world.minutes(2);
    expect((await world.row(draft.id)).status).toBe("done");
    expect(world.provider.calls).toBe(1);
  });

  it("is read from the texts on record", async () => {
    const db = dbFor(records, TENANT);
    const row = {
      connectionId: "c",
      lineId: null,
      lineNumber: "+14125550100",
      contactNumber: NUMBER,
      attachments: 0,
      others: null,
      receivedAt: "2026-11-20T10:00:00.000Z",
      state: "recorded" as const,
      attempts: 1,
      delivery: null,
    };
    const at = (minute: string) => `2026-11-20T10:${minute}:00.000Z`;
    for (const one of [
      { id: "before", direction: "outgoing" as const, at: at("00"), reason: "by_hand" as const },
      { id: "theirs", direction: "incoming" as const, at: at("02"), reason: null },
      { id: "ours", direction: "outgoing" as const, at: at("03"), reason: "own" as const },
      { id: "by-hand", direction: "outgoing" as const, at: at("04"), reason: "by_hand" as const },
    ])
      await db.insert(texts, { ...row, ...one, text: one.id, fingerprint: one.id });
    const found = await sentSince(db, [{ threadKey: `sms:${NUMBER}`, since: at("01") }]);
    expect(found.map(({ id, byHand }) => [id, byHand])).toEqual([
      ["ours", false],
      ["by-hand", true],
    ]);
    expect(await sentSince(db, [{ threadKey: `sms:${OTHER}`, since: at("01") }])).toEqual([]);
  });
});

describe("what the team wrote to one of several people since a draft", () => {
  const BUNDLE = {
    texts: [
      { to: NUMBER, text: "Water is off at 3." },
      { to: OTHER, text: "Water is off at 4." },
      { to: "+14125550188", text: "Water is off at 5." },
    ],
  };
  const toOther = (id: string, afterMs?: number) => ({ ...byHand(id, afterMs), threadKey: `sms:${OTHER}` });

  it("stands on the card with whom it went to, and only a card that told it approves", async () => {
    const draft = await drafted(BUNDLE);
    expect(draft.sentSince).toBeNull();
    world.sent = [toOther("AC1"), { ...byHand("AC9"), threadKey: "sms:+14125550111" }];
    const told = await getApproval(world.deps(), draft.id);
    expect(told).toMatchObject({ status: "pending", sentSince: "AC1", effectHash: draft.effectHash });
    expect(told.lints.filter(({ code }) => code === "sent_since").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Dana Whitfield wrote to .*0177.*“I'm on my way”$/) as string,
    ]);
    expect(await codeOf(approve(draft))).toBe("effect_changed");
    const only = { arguments: { texts: BUNDLE.texts.slice(1, 2) } };
    const { effectHash } = await preview(world.deps(), { approvalId: draft.id, ...only });
    expect(await codeOf(approve(draft, { ...only, effectHash }))).toBe("effect_changed");
    expect(world.provider.calls).toBe(0);
    expect((await approve(draft, { sentSince: "AC1" })).status).toBe("done");
    expect(world.provider.calls).toBe(3);
  });

  it("is told of whoever is still in it, not of who was left out", async () => {
    const draft = await drafted(BUNDLE);
    world.sent = [toOther("AC1")];
    await markThreadStale(world.deps(), `sms:${OTHER}`, { code: "new_text" }, "in-1");
    const card = await getApproval(world.deps(), draft.id);
    expect(card.sentSince).toBe("in-1");
    expect(card.lints.filter(({ code }) => code === "sent_since")).toEqual([]);
  });

  it("while it is held brings it back before people", async () => {
    world.policy = { ...world.policy, holdSeconds: 30 };
    const draft = await drafted(BUNDLE);
    await approve(draft);
    world.sent = [toOther("AC1", 10_000)];
    await world.minutes(2);
    expect(world.provider.calls).toBe(0);
    expect(await world.row(draft.id)).toMatchObject({ status: "pending", decidedById: null });
    await approve(draft, { sentSince: "AC1" });
    await world.minutes(2);
    expect(world.provider.calls).toBe(3);
  });

  it("shows the card again where it is open", async () => {
    const draft = await drafted(BUNDLE);
    const shown: Approval[] = [];
    const publish = async (one: Approval) => void shown.push(one);
    world.sent = [toOther("AC1")];
    await showWaitingDrafts({ ...world.deps(), publish }, `sms:${OTHER}`);
    expect(shown).toMatchObject([{ id: draft.id, sentSince: "AC1" }]);
  });
});

describe("a decision that was taken back", () => {
  it("REPLAY: is not given again by a repeat of its request", async () => {
    world.policy = { ...world.policy, holdSeconds: 30 };
    const draft = await drafted();
    await approve(draft, { decisionId: "tap-1" });
    await undo(world.deps(), { approvalId: draft.id, by: DANA });
    await approve(draft, { decisionId: "tap-2" });
    await undo(world.deps(), { approvalId: draft.id, by: DANA });
    for (const decisionId of ["tap-1", "tap-2"])
      expect(await approve(draft, { decisionId })).toMatchObject({ status: "pending", decidedBy: null });
    await world.minutes(3);
    expect(world.provider.calls).toBe(0);
    expect((await approve(draft, { decisionId: "tap-3" })).status).toBe("approved");
  });
});
