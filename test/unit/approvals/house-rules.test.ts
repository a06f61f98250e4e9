/** HOUSE-RULE: what the team decided in words binds drafts and who decides them. */
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { decide, getApproval, preview, propose, type DecideInput } from "../../../src/approvals/index.ts";
import { checkWords, type HouseRule } from "../../../src/approvals/api/house-rules.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { houseRule } from "../../../src/approvals/effects/house-rule.ts";
import { contradicts, HOUSE_RULE } from "../../../src/approvals/house-rules.ts";
import { getPolicy, updatePolicy } from "../../../src/approvals/policy/index.ts";
import { audit, dbFor, users } from "../../../src/platform/db/index.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import { records } from "../../support/node-d1.ts";
import { freshWorld } from "./fresh-world.ts";
import { proposal, TENANT, World } from "./harness.ts";

const GREGORY = "+14125550177";
let world: World;
let dana: { id: string; name: string };
let marcus: { id: string; name: string };
let priya: { id: string; name: string };
const db = () => dbFor(records, TENANT);

beforeEach(async () => {
  await freshWorld();
  world = new World();
  const people = await db().rows(users);
  const person = (name: string) => {
    const { id, name: whole } = people.find((one) => one.name.startsWith(name))!;
    return { id, name: whole };
  };
  dana = person("Dana");
  marcus = person("Marcus");
  priya = person("Priya");
});

function rule(sentence: string, more: Partial<HouseRule> = {}): HouseRule {
  return {
    id: `rule_${sentence.length}`,
    sentence,
    by: { id: "user_lena", name: "Lena" },
    at: "2026-11-28T10:00:00.000Z",
    channels: [],
    recipients: [],
    hours: null,
    holds: [],
    words: [],
    amountAbove: null,
    judged: false,
    decides: { who: "anyone" },
    ...more,
  };
}

const noTimes = () => rule("We never promise times by text.", { channels: ["sms"], holds: ["time"] });
const pastDana = () =>
  rule("Texts to Gregory go past Dana.", {
    channels: ["sms"],
    recipients: ["Gregory Stahl", GREGORY],
    decides: { who: "people", people: [dana] },
  });
const ownerAbove = () =>
  rule("Nothing above $1,000 without the owner.", {
    amountAbove: 1_000,
    decides: { who: "people", people: [marcus] },
  });

function inForce(...rules: HouseRule[]): void {
  world.policy = { ...world.policy, houseRules: rules };
}

/** The policy in force is stored, as an admin's change stores it. */
async function newPolicy(): Promise<void> {
  const { version } = await getPolicy(db());
  const by = { kind: "user" as const, ...marcus };
  await updatePolicy(db(), { policy: world.policy, version, by, nowMs: world.nowMs });
}

let calls = 0;
const proposed = (args: Record<string, Json>, more = {}) =>
  propose(world.deps(), proposal(args, { toolCallId: `toolu_${++calls}`, ...more }));
const decided = (of: Approval, by: { id: string; name: string }, body: Partial<DecideInput["body"]> = {}) =>
  decide(world.deps(), {
    approvalId: of.id,
    body: { decision: "approve", effectHash: of.effectHash, ...body },
    by,
  });
const houseLints = ({ lints }: Pick<Approval, "lints">) =>
  lints.filter(({ code }) => code.startsWith("house_rule:"));

describe("a rule of what a draft holds", () => {
  it("stands on the card with what was found, and opens no way at a glance", async () => {
    inForce(noTimes());
    const draft = await proposed({ text: "Walt comes Thursday at 10" });
    expect(houseLints(draft)).toMatchObject([
      {
        level: "danger",
        message: "House rule: “We never promise times by text.” This says “Thursday”.",
      },
    ]);
    expect(houseLints(await proposed({ text: "We are looking into it" }))).toEqual([]);
  });

  it("binds drafts that were there before it", async () => {
    const draft = await proposed({ text: "Walt comes Thursday at 10" });
    expect(houseLints(draft)).toEqual([]);
    const free = await proposed({ text: "We are looking into it" });
    inForce(noTimes());
    expect(houseLints(await getApproval(world.deps(), draft.id))).toHaveLength(1);
    // Pages that show it hear of it within the minute.
    await newPolicy();
    world.shownInConversation.length = 0;
    world.nowMs += 1;
    await world.reconcile();
    expect(world.shownInConversation).toEqual([draft.id]);
    expect(free.status).toBe("pending");
  });

  it("goes with the words in an edit, and stays in one that has others", async () => {
    inForce(noTimes());
    const draft = await proposed({ text: "Walt comes Thursday at 10" });
    const args = (text: string) => ({ approvalId: draft.id, arguments: { text } });
    expect(houseLints(await preview(world.deps(), args("Walt comes soon-ish")))).toHaveLength(1);
    expect(houseLints(await preview(world.deps(), args("Walt is on it")))).toEqual([]);
  });

  it("leaves other channels alone", async () => {
    inForce(rule("We never promise times by e-mail.", { channels: ["email"], holds: ["time"] }));
    expect(houseLints(await proposed({ text: "Walt comes Thursday at 10" }))).toEqual([]);
  });

  it("lets nothing through that a rule of policy allows", async () => {
    inForce(noTimes());
    const held = await proposed({ text: "Walt comes Thursday at 10" }, { allowed: true });
    expect(held).toMatchObject({ status: "pending", rule: HOUSE_RULE });
    const free = await proposed({ text: "We are looking into it" }, { allowed: true, conversationId: "c2" });
    expect(free.status).not.toBe("pending");
  });

  it("writes down what it caught", async () => {
    inForce(noTimes());
    await proposed({ text: "Walt comes Thursday at 10" });
    const rows = await db().rows(audit, and(eq(audit.area, "house_rule"), eq(audit.subjectId, noTimes().id)));
    expect(rows.map(({ sentence }) => sentence)).toEqual([
      "“We never promise times by text.” held a draft: Text message to Maria Lopez",
    ]);
  });
});

describe("a rule of who decides", () => {
  const toGregory = { to: GREGORY, text: "The stairs are being fixed" };

  it("lets the people it names decide, and nobody else", async () => {
    inForce(pastDana());
    const draft = await proposed(toGregory);
    expect(draft.deciders).toEqual([dana]);
    await expect(decided(draft, priya)).rejects.toMatchObject({
      code: "forbidden",
      message: "House rule: “Texts to Gregory go past Dana.” Only Dana Whitfield can decide this.",
    });
    await expect(decided(draft, priya, { decision: "reject" })).rejects.toMatchObject({ code: "forbidden" });
    expect((await decided(draft, dana)).decision).toBe("approve");
  });

  it("knows a person by their number, whatever the draft calls them", async () => {
    inForce(pastDana());
    expect((await proposed({ to: GREGORY, text: "Hello" })).deciders).toEqual([dana]);
    expect((await proposed({ text: "Hello" })).deciders).toBeUndefined();
  });

  it("holds from an amount on, also one in words", async () => {
    inForce(ownerAbove());
    expect((await proposed({ text: "The quote is $1,400." })).deciders).toEqual([marcus]);
    expect((await proposed({ text: "The quote is $900." })).deciders).toBeUndefined();
    expect((await proposed({ text: "It is two thousand dollars." })).deciders).toEqual([marcus]);
  });

  it("judges an edit by what would be sent", async () => {
    inForce(ownerAbove());
    const draft = await proposed({ text: "The quote is $900." });
    const edit = { arguments: { text: "The quote is $1,900." } };
    const { effectHash } = await preview(world.deps(), { approvalId: draft.id, ...edit });
    await expect(decided(draft, priya, { ...edit, effectHash })).rejects.toMatchObject({ code: "forbidden" });
    expect((await decided(draft, marcus, { ...edit, effectHash })).edited).toBe(true);
  });

  it("asks whoever all rules name, and any of them where no one is in all", async () => {
    const both = { who: "people" as const, people: [dana, marcus] };
    inForce(pastDana(), { ...ownerAbove(), decides: both });
    expect((await proposed({ to: GREGORY, text: "It is $1,400." })).deciders).toEqual([dana]);
    inForce(pastDana(), ownerAbove());
    expect((await proposed({ to: GREGORY, text: "It is $1,500." })).deciders).toEqual([dana, marcus]);
  });

  it("lets a deputy decide in the place of whom it names until their last day, and says so on the card", async () => {
    const standsIn = (until: string | null): void => {
      world.policy = { ...world.policy, deputies: [{ id: "d1", of: dana, deputy: priya, until }] };
    };
    // The last day in New York, where it is the next one in London.
    world.nowMs = Date.parse("2027-03-05T23:00:00-05:00");
    inForce(pastDana());
    const draft = await proposed(toGregory);
    await expect(decided(draft, priya)).rejects.toMatchObject({ code: "forbidden" });
    standsIn("2027-03-04");
    await expect(decided(draft, priya)).rejects.toMatchObject({ code: "forbidden" });
    expect((await getApproval(world.deps(), draft.id)).deciders).toEqual([dana]);
    standsIn("2027-03-05");
    const card = await getApproval(world.deps(), draft.id);
    expect(card.deciders).toEqual([dana, { id: priya.id, name: `${priya.name} (for ${dana.name})` }]);
    expect(card.lints.find(({ code }) => code === "deputy")).toMatchObject({
      level: "info",
      message: `${priya.name} decides for ${dana.name} until March 5.`,
    });
    await expect(decided(draft, marcus)).rejects.toMatchObject({ code: "forbidden" });
    expect((await decided(draft, priya)).decision).toBe("approve");
    standsIn(null);
    expect((await proposed({ text: "Hello" })).lints.some(({ code }) => code === "deputy")).toBe(false);
  });

  it("lets no deputy decide for someone who has left, nor for an admin in what only admins decide", async () => {
    world.policy = { ...world.policy, deputies: [{ id: "d1", of: dana, deputy: priya, until: null }] };
    const forAdmins = rule("Admins look at Gregory's texts.", {
      recipients: [GREGORY],
      decides: { who: "admins" },
    });
    await db().update(users, { role: "admin" }, eq(users.id, dana.id));
    await db().update(users, { role: "member" }, eq(users.id, priya.id));
    inForce(pastDana(), forAdmins);
    await expect(decided(await proposed(toGregory), priya)).rejects.toMatchObject({ code: "forbidden" });
    inForce(pastDana());
    await db().update(users, { removedAt: "2026-11-28T10:00:00.000Z" }, eq(users.id, dana.id));
    await expect(decided(await proposed(toGregory), priya)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("falls to admins once everyone it names has left", async () => {
    inForce(pastDana());
    const draft = await proposed(toGregory);
    await db().update(users, { removedAt: "2026-11-28T10:00:00.000Z" }, eq(users.id, dana.id));
    const people = await db().rows(users);
    const admin = people.find(({ role, removedAt }) => role === "admin" && removedAt === null);
    await expect(decided(draft, priya)).rejects.toMatchObject({ code: "forbidden" });
    if (admin === undefined) await db().update(users, { role: "admin" }, eq(users.id, marcus.id));
    const by = admin === undefined ? marcus : { id: admin.id, name: admin.name };
    expect((await decided(draft, by)).decision).toBe("approve");
  });
});

describe("a rule that a model reads", () => {
  const kind = () => rule("We never blame a tenant.", { judged: true });

  it("stands on the card with why, and waits where the model can't say", async () => {
    inForce(kind());
    world.verdicts = { "We never blame a tenant.": "It says the leak is their fault." };
    const draft = await proposed({ text: "You broke it" });
    expect(houseLints(draft)[0]?.message).toBe(
      "House rule: “We never blame a tenant.” It says the leak is their fault.",
    );
    world.verdicts = null;
    const unsure = await proposed({ text: "Hi" }, { allowed: true });
    expect(unsure).toMatchObject({ status: "pending", rule: HOUSE_RULE });
    expect(houseLints(unsure)[0]?.message).toMatch(/Not checked: read it closely\.$/);
  });

  it("is held against drafts that waited before it: at once as unchecked, then as the model reads them", async () => {
    const blaming = await proposed({ text: "You broke it" });
    const other = await proposed({ text: "You broke that, too" });
    const onlyDana = { ...kind(), decides: { who: "people" as const, people: [dana] } };
    inForce(onlyDana, { ...rule("We never joke.", { judged: true }), channels: ["email"] });
    for (const { id } of [blaming, other]) {
      const card = await getApproval(world.deps(), id);
      expect(houseLints(card).map(({ message }) => message)).toEqual([
        "House rule: “We never blame a tenant.” Only Dana Whitfield can decide. Not checked: read it closely.",
      ]);
      await expect(decided(card, priya)).rejects.toMatchObject({ code: "forbidden" });
    }
    world.verdicts = { "We never blame a tenant.": "It says the leak is their fault." };
    await newPolicy();
    world.judged.length = 0;
    world.nowMs += 1;
    await world.reconcile();
    expect(world.judged).toHaveLength(2);
    const card = await getApproval(world.deps(), blaming.id);
    expect(houseLints(card).map(({ message }) => message)).toEqual([
      "House rule: “We never blame a tenant.” Only Dana Whitfield can decide. It says the leak is their fault.",
    ]);
    expect(card.deciders).toEqual([dana]);
    await expect(decided(card, priya)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lets a draft go that the model found in order, and asks of it once", async () => {
    const draft = await proposed({ text: "We are on it" });
    inForce(kind());
    await newPolicy();
    world.nowMs += 1;
    await world.reconcile();
    await world.minutes(3);
    expect(world.judged).toHaveLength(1);
    const card = await getApproval(world.deps(), draft.id);
    expect(card.lints.filter(({ message }) => message === "")).toEqual([]);
    expect(houseLints(card)).toEqual([]);
    const sent = await decided(card, priya);
    expect(sent.decision).toBe("approve");
    expect(houseLints(await getApproval(world.deps(), draft.id))).toEqual([]);
  });

  it("asks nothing of drafts that it isn't about, and lets go once it is removed", async () => {
    inForce({ ...kind(), channels: ["email"] });
    await proposed({ text: "You broke it" });
    expect(world.judged).toEqual([]);
    inForce(kind());
    world.verdicts = { "We never blame a tenant.": "It blames them." };
    const draft = await proposed({ text: "You broke it again" });
    inForce();
    expect(houseLints(await getApproval(world.deps(), draft.id))).toEqual([]);
  });
});

describe("a rule with hours that says what not to send", () => {
  // It is noon in the world's zone.
  const atNoon = { from: "11:00", to: "13:00", days: null };
  const owners = (more: Partial<HouseRule> = {}) =>
    rule("Nothing goes to owners at noon.", { hours: atNoon, ...more });
  const makeMember = (id: string) => db().update(users, { role: "member" }, eq(users.id, id));
  const refused = {
    code: "forbidden",
    message:
      "House rule: “Nothing goes to owners at noon.” Within these hours (every day from 11:00 to 13:00), only an admin can approve this.",
  };

  it("lets only an admin approve until the hours end, anyone reject, and anyone approve afterwards", async () => {
    await makeMember(priya.id);
    await db().update(users, { role: "admin" }, eq(users.id, dana.id));
    const [waiting, other, third] = [
      await proposed({ text: "One" }),
      await proposed({ text: "Two" }),
      await proposed({ text: "Three" }),
    ];
    inForce(owners());
    const hours = { code: "house_hours", level: "danger" };
    expect((await getApproval(world.deps(), waiting.id)).lints).toContainEqual(
      expect.objectContaining(hours),
    );
    await expect(decided(waiting, priya)).rejects.toMatchObject(refused);
    expect(world.provider.sent).toEqual([]);
    expect((await decided(other, priya, { decision: "reject" })).status).toBe("rejected");
    expect((await decided(third, dana)).status).toBe("done");
    world.nowMs += 61 * 60_000;
    const later = await getApproval(world.deps(), waiting.id);
    expect(later.lints).not.toContainEqual(expect.objectContaining(hours));
    expect((await decided(later, priya)).status).toBe("done");
  });

  it("holds by its hours alone while no model has read the draft, and is over with them", async () => {
    await makeMember(priya.id);
    const waiting = await proposed({ text: "One" });
    inForce(owners({ judged: true }));
    await expect(decided(waiting, priya)).rejects.toMatchObject(refused);
    world.verdicts = { "Nothing goes to owners at noon.": "It goes to an owner." };
    const read = await proposed({ text: "Two" });
    await expect(decided(read, priya)).rejects.toMatchObject(refused);
    world.nowMs += 61 * 60_000;
    expect(houseLints(await getApproval(world.deps(), read.id))).toEqual([]);
    expect((await decided(read, priya)).status).toBe("done");
  });

  it("lets an urgent draft go by a person's word", async () => {
    await makeMember(priya.id);
    inForce(owners());
    const draft = proposal({ text: "Water!" }, { toolCallId: `toolu_${++calls}` });
    const urgent = await propose(world.deps(), {
      ...draft,
      resolution: { ...draft.resolution, urgent: true },
    });
    expect(urgent.status).toBe("pending");
    expect((await decided(urgent, priya)).status).toBe("done");
  });

  it("says so when it is proposed", () => {
    expect(checkWords(owners({ hours: { from: "20:00", to: "08:00", days: null } }))).toBe(
      "Everything that leaves the team every day from 20:00 to 08:00: only an admin can approve it then, unless it is urgent.",
    );
  });
});

describe("a rule that waits for an admin", () => {
  const said = (isOwnWords: boolean, conversationId = "conversation-1") =>
    propose(world.deps(), {
      ...proposal(
        {},
        {
          toolCallId: `toolu_${++calls}`,
          conversationId,
          effects: [
            houseRule.of({ rule: noTimes(), check: checkWords(noTimes()), replaces: [], isOwnWords }),
          ],
        },
      ),
      tool: "propose_house_rule",
    });

  it("holds in its conversation from the moment a member said it, and nowhere else", async () => {
    await said(true);
    const text = "Walt comes Thursday at 10";
    expect(houseLints(await proposed({ text }))).toHaveLength(1);
    expect(houseLints(await proposed({ text }, { conversationId: "c2" }))).toEqual([]);
  });

  it("holds nowhere where no member said it", async () => {
    await said(false);
    expect(houseLints(await proposed({ text: "Walt comes Thursday at 10" }))).toEqual([]);
  });

  it("is an admin's to confirm", async () => {
    const card = await said(true);
    expect(card).toMatchObject({ adminsOnly: true, title: "House rule: “We never promise times by text.”" });
    const member = (await db().rows(users)).find(({ role }) => role === "member")!;
    await expect(decided(card, { id: member.id, name: member.name })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("the effect", () => {
  const at = { db: undefined as never };
  it("puts the rule into the policy once, in place of what it contradicts, and takes it out again", async () => {
    const tenant = { ...at, db: db(), clock: { now: () => world.nowMs }, logger: null as never };
    const first = { rule: ownerAbove(), check: "", replaces: [], isOwnWords: true };
    await houseRule.perform(first, tenant as never, "effect_1");
    await houseRule.perform(first, tenant as never, "effect_1");
    expect((await getPolicy(db())).policy.houseRules).toEqual([ownerAbove()]);
    const lower = { ...ownerAbove(), id: "rule_lower", amountAbove: 500 };
    expect(contradicts(ownerAbove(), lower)).toBe(true);
    const replaces = [{ id: ownerAbove().id, sentence: ownerAbove().sentence }];
    await houseRule.perform({ ...first, rule: lower, replaces }, tenant as never, "effect_2");
    expect((await getPolicy(db())).policy.houseRules).toEqual([lower]);
    const out = houseRule.compensate({ ...first, rule: lower }, null)!;
    await houseRule.perform(out.effect.document as never, tenant as never, "effect_3");
    expect((await getPolicy(db())).policy.houseRules).toEqual([]);
  });
});

describe("contradictions", () => {
  it("are rules that say something else of the same drafts", () => {
    const marcusToo = { ...pastDana(), decides: { who: "people" as const, people: [marcus] } };
    expect(contradicts(pastDana(), marcusToo)).toBe(true);
    expect(contradicts(pastDana(), { ...marcusToo, recipients: ["Tom Reyes"] })).toBe(false);
    expect(contradicts(noTimes(), pastDana())).toBe(false);
    expect(contradicts(noTimes(), { ...noTimes(), decides: { who: "admins" } })).toBe(true);
    expect(contradicts(ownerAbove(), ownerAbove())).toBe(false);
  });
});

describe("what is checked, in words", () => {
  it("reads as a sentence", () => {
    expect([noTimes(), pastDana(), ownerAbove()].map(checkWords)).toEqual([
      "Texts with a time or day: a person must open the card and decide.",
      "Texts to Gregory Stahl: only Dana Whitfield can decide.",
      `Everything that leaves the team with an amount above 1,000: only ${marcus.name} can decide.`,
    ]);
  });
});
