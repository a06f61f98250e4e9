import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  advance,
  compensate,
  decide,
  decideMany,
  getApproval,
  listApprovals,
  markThreadStale,
  preview,
  propose,
  resolve,
  undo,
  withdraw,
  type DecideInput,
} from "../../../src/approvals/index.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import { approvalSchema, type Approval } from "../../../src/approvals/api/approval.ts";
import { approvalTokens } from "../../../src/platform/db/tables/tenancy.ts";
import { audit, dbFor, users } from "../../../src/platform/db/index.ts";
import { sha256Hex, type Json } from "../../../src/kernel/hash.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { NUMBER, proposal, TENANT, World } from "./harness.ts";

let world: World;
let dana: { id: string; name: string };
let marcus: { id: string; name: string };
const db = () => dbFor(records, TENANT);

beforeEach(async () => {
  await freshWorld();
  world = new World();
  const people = await db().rows(users);
  const person = (name: string) => {
    const found = people.find((one) => one.name.startsWith(name));
    if (found === undefined) throw new Error(`the demo has no ${name}`);
    return { id: found.id, name: found.name };
  };
  dana = person("Dana");
  marcus = person("Marcus");
});

const proposed = (args: Record<string, Json> = { text: "On our way" }, more = {}) =>
  propose(world.deps(), proposal(args, more));

const approval = (of: Approval, by = dana, body: Partial<DecideInput["body"]> = {}): DecideInput => ({
  approvalId: of.id,
  body: { decision: "approve", effectHash: of.effectHash, ...body },
  by,
});

const codeOf = async (
  work: Promise<unknown>,
): Promise<{ code: string; details: Record<string, unknown> }> => {
  try {
    await work;
  } catch (error) {
    const { code, details = {} } = error as { code: string; details?: Record<string, unknown> };
    return { code, details };
  }
  throw new Error("it was expected to fail");
};

describe("propose", () => {
  it("fits the wire contract, starts the Workflow and rings once", async () => {
    const first = await proposed();
    expect(approvalSchema.parse(first)).toMatchObject({
      status: "pending",
      tool: "send_message",
      undoable: false,
    });
    expect([...world.started]).toEqual([first.id]);
    // No one waits for the alert.
    await expect.poll(() => world.rings).toEqual([`${first.id}:requested:0`]);
    expect(first.evidence[0]).toMatchObject({
      source: "Contact: Maria",
      quote: "The heater is broken again",
    });
  });

  it("a repeat of the call answers with what was proposed first and changes nothing", async () => {
    const first = await proposed({ text: "First" });
    const again = await proposed({ text: "Second" });
    expect(again.id).toBe(first.id);
    expect(again.effects[0]?.document["text"]).toBe("First");
    expect((await world.ledger(first.id)).length).toBe(1);
  });

  it("WAIT: a Workflow that could not be started is started by the reconciler", async () => {
    world.startFails = true;
    const waiting = await proposed();
    expect(world.started.size).toBe(0);
    world.startFails = false;
    await world.minutes(2);
    expect([...world.started]).toEqual([waiting.id]);
    // Nothing waits for the alert.
    await expect.poll(() => world.rings).toEqual([`${waiting.id}:requested:0`]);
  });

  it("what a standing rule allows is executed through the same ledger and says who allowed it", async () => {
    world.policy = {
      ...DEFAULT_POLICY,
      holdSeconds: 0,
      autonomy: "execute",
      tools: { send_message: "allow" },
    };
    const { id, ...allowed } = await proposed({ text: "Hi" }, { allowed: true });
    expect(allowed).toMatchObject({ status: "approved", decidedBy: { id: "system:steward" } });
    expect(world.started).toContain(id);
    // As its Workflow does.
    await advance(world.deps(), id);
    expect(await getApproval(world.deps(), id)).toMatchObject({ status: "done", decision: "approve" });
    expect(world.provider.sent.length).toBe(1);
    expect(world.rings).toEqual([]);
  });

  it("calls nothing of the conversation that proposes, whatever a rule allows; later changes are shown there", async () => {
    const waiting = await proposed();
    await proposed({ text: "At once" }, { allowed: true, toolCallId: "toolu_2" });
    expect(world.shownInConversation).toEqual([]);
    expect(world.outcomes).toEqual([]);
    await decide(world.deps(), approval(waiting));
    expect(world.shownInConversation).toContain(waiting.id);
  });
});

describe("decide", () => {
  it("an approval sends exactly what was shown and tells the conversation with the receipt", async () => {
    const waiting = await proposed();
    const done = await decide(world.deps(), approval(waiting));
    expect(done).toMatchObject({ status: "done", decidedBy: { name: "Dana Whitfield" } });
    expect(JSON.parse(world.provider.sent[0]?.body ?? "{}")).toEqual(waiting.effects[0]?.document);
    expect(world.outcomes).toHaveLength(1);
    expect(world.outcomes[0]).toMatchObject({
      siblingsInFlight: 0,
      part: { state: "done", receipts: [{ providerId: "m1" }] },
    });
    const trail = await db().rows(audit);
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["approval.proposed", "approval.approved", "effect.done", "approval.done"]),
    );
    expect(trail.map(({ sentence }) => sentence).join()).not.toContain("On our way");
    expect(trail.find(({ action }) => action === "effect.done")?.sentence).toMatch(/^Carried out: /);
    expect(trail.find(({ action }) => action === "approval.done")?.sentence).toMatch(
      /^Approval closed, all done: /,
    );
  });

  it("a rejection sends nothing and hands the reason to the agent", async () => {
    const waiting = await proposed();
    const rejected = await decide(
      world.deps(),
      approval(waiting, dana, { decision: "reject", reason: "wrong person", redraft: true }),
    );
    expect(rejected).toMatchObject({ status: "rejected", reason: "wrong person" });
    expect(world.provider.calls).toBe(0);
    expect(world.outcomes[0]?.part.text).toMatch(
      /asked for changes.*"wrong person" Draft it again with them/,
    );
  });

  it("WAIT: of many at once the first wins and every other is told who it was", async () => {
    const waiting = await proposed();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        decide(
          world.deps(),
          approval(waiting, index % 2 === 0 ? dana : marcus, {
            decision: index % 3 === 0 ? "reject" : "approve",
          }),
        ),
      ),
    );
    const lost = tries.flatMap((one) =>
      one.status === "rejected" ? [one.reason as { code: string; details: object }] : [],
    );
    expect(lost.length).toBe(7);
    const row = await world.row(waiting.id);
    for (const { code, details } of lost) {
      expect(code).toBe("already_decided");
      expect(details).toMatchObject({ by: row.decidedByName, decision: row.decision, at: row.decidedAt });
    }
    expect(world.provider.calls).toBe(row.decision === "approve" ? 1 : 0);
    const decisions = (await db().rows(audit)).filter(({ action }) => /approved|rejected/.test(action));
    expect(decisions).toMatchObject([{ subjectId: waiting.id, actorId: row.decidedById }]);
  });

  it("a repeat with the same decision id answers as the first did; the same id of somebody else does not", async () => {
    const waiting = await proposed();
    await decide(world.deps(), approval(waiting, dana, { decisionId: "d1" }));
    expect((await decide(world.deps(), approval(waiting, dana, { decisionId: "d1" }))).status).toBe("done");
    expect(world.provider.calls).toBe(1);
    expect(await codeOf(decide(world.deps(), approval(waiting, marcus, { decisionId: "d1" })))).toMatchObject(
      {
        code: "already_decided",
        details: { by: "Dana Whitfield" },
      },
    );
  });

  it("SEE=RUN: a decision on a hash that was not shown is refused with what would be sent", async () => {
    const waiting = await proposed();
    const refused = await codeOf(
      decide(world.deps(), approval(waiting, dana, { effectHash: "0".repeat(64) })),
    );
    expect(refused).toMatchObject({ code: "effect_changed", details: { effectHash: waiting.effectHash } });
    expect((await world.row(waiting.id)).status).toBe("pending");
  });

  it("SEE=RUN: an edit is sent as previewed, and the agent is told what was changed by whom", async () => {
    const waiting = await proposed({ text: "On our way" });
    const args = { text: "On our way, 9 sharp" };
    const shown = await preview(world.deps(), { approvalId: waiting.id, arguments: args });
    expect(await codeOf(decide(world.deps(), approval(waiting, dana, { arguments: args })))).toMatchObject({
      code: "effect_changed",
      details: { effectHash: shown.effectHash },
    });
    const done = await decide(
      world.deps(),
      approval(waiting, dana, { arguments: args, effectHash: shown.effectHash }),
    );
    expect(done).toMatchObject({
      status: "done",
      edited: true,
      arguments: args,
      proposedArguments: { text: "On our way" },
    });
    expect(JSON.parse(world.provider.sent[0]?.body ?? "{}")).toEqual(shown.effects[0]?.document);
    expect(world.outcomes[0]?.part.edits).toEqual([
      { path: "/text", from: "On our way", to: "On our way, 9 sharp" },
    ]);
    expect(world.outcomes[0]?.part.text).toMatch(
      /^Sent to .*, \w{3}, \w{3} \d{1,2}, \d{1,2}:\d\d\s[AP]M: “On our way, 9 sharp” Approved by Dana Whitfield. Dana Whitfield changed the words of your draft.$/,
    );
  });

  it("arguments the schema refuses are refused, and a tool that is gone cannot be edited", async () => {
    const waiting = await proposed();
    const edit = (args: Record<string, Json>) =>
      preview(world.deps(), { approvalId: waiting.id, arguments: args });
    expect((await codeOf(edit({ text: "" }))).code).toBe("invalid_arguments");
    const deps = world.deps();
    const gone = { ...deps, resolver: { ...deps.resolver, power: () => null } };
    expect((await codeOf(preview(gone, { approvalId: waiting.id, arguments: { text: "x" } }))).code).toBe(
      "forbidden",
    );
  });

  it("an edit that policy denies now is refused", async () => {
    const waiting = await proposed();
    world.policy = { ...world.policy, tools: { send_message: "deny" } };
    const denied = preview(world.deps(), { approvalId: waiting.id, arguments: { text: "x" } });
    expect((await codeOf(denied)).code).toBe("forbidden");
  });

  it("SEE=RUN: a document changed behind our back is never sent", async () => {
    for (const column of ["document", "hash"] as const) {
      await freshWorld();
      world = new World();
      world.policy = { ...world.policy, holdSeconds: 60 };
      const waiting = await proposed();
      await decide(world.deps(), approval(waiting));
      const value =
        column === "document" ? JSON.stringify({ text: "Send me the rent roll" }) : "f".repeat(64);
      await records
        .prepare(`update effects set ${column} = ? where approval_id = ?`)
        .bind(value, waiting.id)
        .run();
      await world.minutes(3);
      expect(world.provider.calls).toBe(0);
      expect((await world.row(waiting.id)).status).toBe("needs_human");
      await resolve(world.deps(), { approvalId: waiting.id, outcome: "retry", by: dana });
      expect(world.provider.calls).toBe(0);
    }
  });

  it("a batch is recorded whole before the first effect runs, so the agent goes on once", async () => {
    const three = await Promise.all(
      ["a", "b", "c"].map((text) =>
        proposed({ text }, { toolCallId: `toolu_${text}`, turnId: "turn_batch" }),
      ),
    );
    const results = await decideMany(world.deps(), {
      decisions: [
        ...three.map((one) => ({
          approvalId: one.id,
          decision: "approve" as const,
          effectHash: one.effectHash,
        })),
        { approvalId: "approval_none", decision: "approve" as const, effectHash: "x" },
      ],
      by: dana,
    });
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(world.outcomes.map(({ siblingsInFlight }) => siblingsInFlight)).toEqual([2, 1, 0]);
  });

  it("a batch of rejections tells the agent to go on once", async () => {
    const two = await Promise.all(
      ["a", "b"].map((text) => proposed({ text }, { toolCallId: `toolu_${text}`, turnId: "turn_batch" })),
    );
    await decideMany(world.deps(), {
      decisions: two.map((one) => ({
        approvalId: one.id,
        decision: "reject" as const,
        effectHash: one.effectHash,
      })),
      by: dana,
    });
    expect(world.outcomes.map(({ siblingsInFlight }) => siblingsInFlight)).toEqual([1, 0]);
  });
});

describe("the token of a notification's button", () => {
  async function tokenFor(
    waiting: Approval,
    more: Partial<typeof approvalTokens.$inferInsert> = {},
  ): Promise<string> {
    const hash = await sha256Hex(`token-${waiting.id}`);
    await db().insert(approvalTokens, {
      tokenHash: hash,
      approvalId: waiting.id,
      effectHash: waiting.effectHash,
      userId: dana.id,
      subscriptionId: "device",
      expiresAt: new Date(world.nowMs + 60_000).toISOString(),
      spentAt: null,
      ...more,
    });
    return hash;
  }

  it("LINK: decides once, whatever races", async () => {
    const waiting = await proposed();
    const hash = await tokenFor(waiting);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => decide(world.deps(), { ...approval(waiting), token: { hash } })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled").length).toBe(1);
    expect(world.provider.calls).toBe(1);
    expect((await codeOf(decide(world.deps(), { ...approval(waiting), token: { hash } }))).code).toBe(
      "token_spent",
    );
  });

  it("LINK: stays spent when the decision is taken back", async () => {
    world.policy = { ...world.policy, holdSeconds: 60 };
    const waiting = await proposed();
    const hash = await tokenFor(waiting);
    await decide(world.deps(), { ...approval(waiting), token: { hash } });
    await undo(world.deps(), { approvalId: waiting.id, by: dana });
    expect((await codeOf(decide(world.deps(), { ...approval(waiting), token: { hash } }))).code).toBe(
      "token_spent",
    );
  });

  it("LINK: works for its approval, bytes, person and time alone, and never edits", async () => {
    const waiting = await proposed();
    const other = await proposed({ text: "Other" }, { toolCallId: "toolu_2" });
    const hash = await tokenFor(waiting);
    const token = { hash };
    expect((await codeOf(decide(world.deps(), { ...approval(other), token }))).code).toBe("unauthenticated");
    expect((await codeOf(decide(world.deps(), { ...approval(waiting, marcus), token }))).code).toBe(
      "unauthenticated",
    );
    expect(
      (await codeOf(decide(world.deps(), { ...approval(waiting, dana, { effectHash: "x" }), token }))).code,
    ).toBe("unauthenticated");
    const args = { text: "Changed" };
    const { effectHash } = await preview(world.deps(), { approvalId: waiting.id, arguments: args });
    const edited = decide(world.deps(), {
      ...approval(waiting, dana, { arguments: args, effectHash }),
      token,
    });
    expect((await codeOf(edited)).code).toBe("unauthenticated");
    // With the hash the button was made for, the edit itself is refused.
    const hidden = decide(world.deps(), { ...approval(waiting, dana, { arguments: args }), token });
    expect((await codeOf(hidden)).code).toBe("forbidden");
    world.nowMs += 61_000;
    expect((await codeOf(decide(world.deps(), { ...approval(waiting), token }))).code).toBe(
      "unauthenticated",
    );
    expect(world.provider.calls).toBe(0);
  });

  it("LINK: stops working when its person leaves the team", async () => {
    const waiting = await proposed();
    const hash = await tokenFor(waiting);
    await db().update(users, { removedAt: new Date(world.nowMs).toISOString() }, eq(users.id, dana.id));
    expect((await codeOf(decide(world.deps(), { ...approval(waiting), token: { hash } }))).code).toBe(
      "unauthenticated",
    );
  });
});

describe("time", () => {
  it("WAIT: reminds and expires without any Workflow, and the agent is told", async () => {
    world.startFails = true;
    world.policy = { ...world.policy, replyExpiryHours: 1, reminderMinutes: [5, 20] };
    const waiting = await proposed();
    world.startFails = false;
    await world.minutes(61);
    expect((await world.row(waiting.id)).status).toBe("expired");
    expect(world.rings.filter((ring) => ring.includes("reminder"))).toEqual([
      `${waiting.id}:reminder:1`,
      `${waiting.id}:reminder:2`,
    ]);
    expect(world.outcomes.map(({ part }) => part.state)).toEqual(["expired"]);
  });

  it("a decision after the end is told so, even before anybody noticed", async () => {
    const waiting = await proposed();
    world.nowMs += 25 * 3_600_000;
    expect(await codeOf(decide(world.deps(), approval(waiting)))).toMatchObject({
      code: "already_decided",
      details: { decision: "expired" },
    });
    expect(world.provider.calls).toBe(0);
  });

  it("a held decision can be taken back, and not after it ran", async () => {
    world.policy = { ...world.policy, holdSeconds: 30 };
    const waiting = await proposed();
    const held = await decide(world.deps(), approval(waiting));
    expect(held).toMatchObject({ status: "approved", undoable: true });
    const back = await undo(world.deps(), { approvalId: waiting.id, by: marcus });
    expect(back).toMatchObject({ status: "pending", decidedBy: null, undoable: false });
    await world.minutes(2);
    expect(world.provider.calls).toBe(0);
    await decide(world.deps(), approval(waiting));
    await world.minutes(2);
    expect((await world.row(waiting.id)).status).toBe("done");
    expect((await codeOf(undo(world.deps(), { approvalId: waiting.id, by: dana }))).code).toBe("not_held");
  });

  it("EFFECT-ONCE: taking back and executing at once never do both", async () => {
    for (let round = 0; round < 10; round++) {
      await freshWorld();
      world = new World();
      world.policy = { ...world.policy, holdSeconds: 30 };
      const waiting = await proposed();
      await decide(world.deps(), approval(waiting));
      const late = world.deps();
      const early = { ...world.deps(), clock: { now: () => world.nowMs } };
      const later = { ...late, clock: { now: () => world.nowMs + 31_000 } };
      const [undone] = await Promise.allSettled([
        undo(early, { approvalId: waiting.id, by: dana }),
        advance(later, waiting.id),
      ]);
      expect(world.provider.calls).toBe(undone.status === "fulfilled" ? 0 : 1);
    }
  });

  it("contacts' quiet hours hold an approved text until they end", async () => {
    world.nowMs = Date.parse("2026-11-20T04:00:00Z");
    world.policy = { ...world.policy, contactQuietHours: { from: "21:00", to: "08:00" } };
    const waiting = await proposed();
    expect(waiting.lints.map(({ code }) => code)).toContain("quiet_hours");
    const held = await decide(world.deps(), approval(waiting));
    expect(held).toMatchObject({
      status: "approved",
      executeAfter: "2026-11-20T13:00:00.000Z",
      undoable: true,
    });
    await world.minutes(1);
    expect(world.provider.calls).toBe(0);
    world.nowMs = Date.parse("2026-11-20T13:00:30Z");
    await world.minutes(1);
    expect((await world.row(waiting.id)).status).toBe("done");
  });

  it("an outcome that could not be delivered is delivered later, once", async () => {
    const waiting = await proposed();
    world.deliveryFails = 2;
    await decide(world.deps(), approval(waiting));
    expect(world.outcomes).toEqual([]);
    await world.minutes(4);
    expect(world.outcomes.length).toBe(1);
    expect((await world.row(waiting.id)).dueAt).toBeNull();
  });
});

describe("what a card says led to it", () => {
  it("keeps what the agent says to whoever decides, and shows what cannot be seen in it", async () => {
    const { note } = await propose(world.deps(), {
      ...proposal({ text: "At 3." }),
      note: "Is 4 fine?\u200b",
    });
    expect(note).toMatch(/^Is 4 fine\?.*200b/i);
  });

  it("is the instruction, and not the option of a question that was picked last", async () => {
    const { scope, ...rest } = proposal({ text: "At 3." });
    const said = (text: string, messageId: string) => ({
      who: "user" as const,
      name: "Dana Whitfield",
      text,
      at: new Date(0).toISOString(),
      messageId,
    });
    const recentTexts = [said("Text Maria that the plumber comes at 3", "m1"), said("Maria Lopez, 1A", "m2")];
    const { evidence } = await propose(world.deps(), { ...rest, scope: { ...scope, recentTexts } });
    expect(evidence.map(({ quote }) => quote)).toEqual([
      "Text Maria that the plumber comes at 3",
      "Maria Lopez, 1A",
    ]);
  });

  it("asking for changes is told as that, with what should be different", async () => {
    const waiting = await proposed();
    const changed = await decide(world.deps(), {
      ...approval(waiting),
      body: { decision: "reject", redraft: true, reason: "Shorter", effectHash: waiting.effectHash },
    });
    expect(changed).toMatchObject({ status: "rejected", changesRequested: true, reason: "Shorter" });
    expect(world.outcomes[0]?.part.text).toMatch(
      /Dana Whitfield asked for changes.*"Shorter" Draft it again/,
    );
    expect(world.outcomes[0]?.part.text).not.toContain("rejected");
  });
});

describe("what no longer fits", () => {
  it("a new message makes waiting and held drafts of its thread stale, and no others", async () => {
    const [here, there] = [
      await proposed(),
      await proposed({ text: "x", to: "+14125550199" }, { toolCallId: "toolu_2" }),
    ];
    expect(await markThreadStale(world.deps(), `sms:${NUMBER}`, { code: "new_text" })).toBe(1);
    expect((await world.row(here.id)).status).toBe("stale");
    expect((await world.row(there.id)).status).toBe("pending");
    expect(world.outcomes[0]?.part).toMatchObject({
      state: "stale",
      reason: "a new text has come in on this thread",
    });
    expect(await markThreadStale(world.deps(), `sms:${NUMBER}`, { code: "new_text" })).toBe(0);
  });

  it("what was recorded at proposal is checked right before sending", async () => {
    const waiting = await proposed();
    world.provider.preconditionHolds = false;
    // The card shows failed preconditions that our own records can answer, before anyone approves.
    expect((await getApproval(world.deps(), waiting.id)).lints).toContainEqual({
      code: "no_longer_fits",
      level: "danger",
      message: "A new message came.",
      path: null,
    });
    const stale = await decide(world.deps(), approval(waiting));
    expect(stale).toMatchObject({ status: "stale", staleReason: "A new message came." });
    expect(world.provider.calls).toBe(0);
  });

  it("a proposal can be withdrawn while it waits", async () => {
    const waiting = await proposed();
    const by = { kind: "user" as const, ...dana };
    expect((await withdraw(world.deps(), { approvalId: waiting.id, by })).status).toBe("withdrawn");
    expect((await codeOf(decide(world.deps(), approval(waiting)))).code).toBe("already_decided");
  });
});

describe("what needs a human", () => {
  async function unknown(): Promise<Approval> {
    world = new World("none");
    world.provider.faults = ["lost"];
    const waiting = await proposed({ texts: ["one", "two"] });
    return decide(world.deps(), approval(waiting));
  }

  it("rings for it and offers nothing else to the agent", async () => {
    const open = await unknown();
    expect(open.status).toBe("needs_human");
    expect(world.rings.at(-1)).toContain(":needs_human:");
    expect(world.outcomes[0]?.part.state).toBe("needs_human");
  });

  it("it was done: the rest of the bundle goes on", async () => {
    const open = await unknown();
    const done = await resolve(world.deps(), { approvalId: open.id, outcome: "done", by: dana });
    expect(done.status).toBe("done");
    expect(done.effects.map(({ receipt }) => receipt?.summary)).toEqual([
      "Dana Whitfield checked: it was done.",
      "sent",
    ]);
    expect(world.provider.sent.length).toBe(2);
  });

  it("it was not done: nothing more is sent", async () => {
    const open = await unknown();
    const closed = await resolve(world.deps(), {
      approvalId: open.id,
      outcome: "not_done",
      note: "not in the log",
      by: dana,
    });
    expect(closed.status).toBe("not_done");
    await world.minutes(5);
    expect(world.provider.calls).toBe(1);
    expect(
      (await codeOf(resolve(world.deps(), { approvalId: open.id, outcome: "retry", by: dana }))).code,
    ).toBe("conflict");
  });

  it("try again: performed once more, by a person's word alone", async () => {
    const open = await unknown();
    const done = await resolve(world.deps(), { approvalId: open.id, outcome: "retry", by: dana });
    expect(done.status).toBe("done");
    expect(world.provider.calls).toBe(3);
  });

  it("EFFECT-ONCE: try again looks first, and finds what the first attempt did", async () => {
    const open = await unknown();
    Object.assign(world.provider, { recovery: "look_up" });
    await resolve(world.deps(), { approvalId: open.id, outcome: "retry", by: dana });
    expect(world.provider.sent.length).toBe(2);
  });

  it("try again on a thread that moved goes back to the person", async () => {
    const open = await unknown();
    world.provider.preconditionHolds = false;
    const still = await resolve(world.deps(), { approvalId: open.id, outcome: "retry", by: dana });
    expect(still.status).toBe("needs_human");
    expect(still.effects[0]?.problem).toContain("A new message came.");
    expect(world.provider.calls).toBe(1);
  });

  it("two people who settle it at once: one word counts", async () => {
    const open = await unknown();
    const words = await Promise.allSettled(
      (["not_done", "retry", "done"] as const).map((outcome) =>
        resolve(world.deps(), { approvalId: open.id, outcome, by: dana }),
      ),
    );
    expect(words.filter(({ status }) => status === "fulfilled").length).toBe(1);
  });
});

describe("compensation and lists", () => {
  it("what a receipt offers runs once, as a new approval of the person", async () => {
    const waiting = await proposed({ text: "Hi", contact: true });
    const done = await decide(world.deps(), approval(waiting));
    expect(done.compensation).toBe("Delete the contact again");
    const [first, second] = [
      await compensate(world.deps(), { approvalId: done.id, by: dana }),
      await compensate(world.deps(), { approvalId: done.id, by: marcus }),
    ];
    expect(first).toMatchObject({ status: "done", decidedBy: { name: "Dana Whitfield" } });
    expect(second.id).toBe(first.id);
    expect(world.provider.sent.at(-1)).toMatchObject({ kind: "contact.delete", body: '{"contactId":"m1"}' });
    expect(world.provider.sent.length).toBe(3);
  });

  it("pages through all, newest first, and filters", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      world.nowMs += 1000;
      ids.push((await proposed({ text: "x" }, { toolCallId: `toolu_${index}` })).id);
    }
    await decide(world.deps(), approval(await getApproval(world.deps(), ids[0] ?? "")));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listApprovals(world.deps(), { limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids.toReversed());
    expect((await listApprovals(world.deps(), { status: "open" })).items.length).toBe(4);
    expect(
      (await listApprovals(world.deps(), { status: "done,rejected" })).items.map(({ id }) => id),
    ).toEqual([ids[0]]);
    expect((await codeOf(listApprovals(world.deps(), { status: "nonsense" }))).code).toBe("invalid_request");
    expect((await codeOf(listApprovals(world.deps(), { cursor: "nonsense" }))).code).toBe("invalid_request");
  });

  it("TENANT: another team's approval does not exist", async () => {
    const waiting = await proposed();
    const foreign = { ...world.deps(), db: dbFor(records, "tenant_harbor") };
    expect((await codeOf(getApproval(foreign, waiting.id))).code).toBe("not_found");
    expect((await codeOf(decide(foreign, approval(waiting)))).code).toBe("not_found");
    expect((await listApprovals(foreign, {})).items).toEqual([]);
    expect(await markThreadStale(foreign, `sms:${NUMBER}`, { code: "new_text" })).toBe(0);
  });
});
