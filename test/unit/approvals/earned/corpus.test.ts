/** EARNED: ways to farm an earned rule, to evade its checks, and to widen what it covers. All are refused. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  advance,
  compensate,
  decide,
  decideMany,
  markThreadStale,
  withdraw,
  beyondEvidence,
  countedMarks,
  isBroad,
  shapeOf,
} from "../../../../src/approvals/index.ts";
import { lineOf } from "../../../../src/approvals/evidence-breadth.ts";
import { approvalTokens } from "../../../../src/platform/db/tables/tenancy.ts";
import { type CallFacts } from "../../../../src/approvals/tables/approvals.ts";
import { nextStep, isSampled } from "../../../../src/approvals/earned/index.ts";
import { decidePolicy, type PolicyCall } from "../../../../src/approvals/policy/index.ts";
import { DEFAULT_POLICY, type Policy } from "../../../../src/team/api/policy.ts";
import type { PolicyRule } from "../../../../src/approvals/api/policy-rules.ts";
import { freshWorld } from "../fresh-world.ts";
import { TENANT } from "../harness.ts";
import { DANA, EarnedWorld, MARIA_NUMBER, MEMBER } from "./world.ts";

const DAY_MS = 86_400_000;
const SETTING = { line: 0.9, minDecisions: 30 };

interface Decision {
  readonly words: string;
  readonly by: string;
  readonly to: string | readonly string[];
  readonly day: number;
  readonly isUnchanged?: boolean;
}

/** Words of which none are near another's. */
function say(index: number): string {
  const word = (seed: number): string =>
    Array.from({ length: 6 }, (_, at) =>
      String.fromCodePoint(97 + ((seed * 7 + at * 11 + (seed >> at)) % 26)),
    ).join("");
  return [3, 5, 11, 17].map((factor, at) => word(index * factor + at + 1)).join(" ");
}

/** Decisions of two people, to six recipients, three a day. */
const honest = (count = 60): Decision[] =>
  Array.from({ length: count }, (_, n) => ({
    words: say(n),
    by: n % 2 === 0 ? "dana" : "marcus",
    to: `+1412555010${n % 6}`,
    day: Math.floor(n / 3),
  }));
const changed = (change: (one: Decision, n: number) => Partial<Decision>, count = 60): Decision[] =>
  honest(count).map((one, n) => ({ ...one, ...change(one, n) }));

function sms(words: string, label = "Shared line") {
  const from = { phoneNumberId: "PN1", number: "+14125550100", label, audience: "external" };
  const to = { number: MARIA_NUMBER, name: "Maria Lopez", company: null, contactId: "c1" };
  return { document: { connectionId: "conn", from, to, text: words } };
}

const breadthOf = (decisions: readonly Decision[]): string =>
  decisions
    .map(({ words, by, to, day, isUnchanged = true }) =>
      lineOf({
        isUnchanged,
        deciderId: by,
        recipients: [to].flat(),
        nowMs: day * DAY_MS,
        effects: [sms(words)],
      }),
    )
    .join("");

/** Whether a rule would be proposed, as `consider` asks. */
function isEarned(decisions: readonly Decision[]): boolean {
  const breadth = breadthOf(decisions);
  const tally = { recent: countedMarks(breadth), samples: "", decided: 200, restsUntil: 0 } as const;
  return nextStep({ ...tally, state: "collecting" }, SETTING, !isBroad(breadth)).do === "propose";
}

const near = (variant: (n: number) => string): Decision[] => changed((_, n) => ({ words: variant(n) }));
const word = (n: number): string => say(n).split(" ")[0] ?? "";
const LONG = "your plumber comes tomorrow morning between nine and eleven please leave the side door open";

const FARMS: readonly (readonly [string, readonly Decision[]])[] = [
  ["one person, one recipient, one sitting", changed(() => ({ by: "dana", to: "+1", day: 0 }))],
  ["one person and one recipient for months", changed((_, n) => ({ by: "dana", to: "+1", day: n }))],
  ["one person and two recipients for months", changed((_, n) => ({ by: "dana", to: `+${n % 2}`, day: n }))],
  ["one person and four recipients for months", changed((_, n) => ({ by: "dana", to: `+${n % 4}`, day: n }))],
  [
    "one recipient, four more with one text each",
    changed((_, n) => ({ by: "dana", to: n < 4 ? `+${n}` : "+9", day: n })),
  ],
  [
    "one recipient, eight more with one text each",
    changed((_, n) => ({ by: "dana", to: n < 8 ? `+${n}` : "+9", day: n })),
  ],
  ["one recipient with others in copy", changed((_, n) => ({ by: "dana", to: ["+1", `+${n + 2}`], day: n }))],
  ["a group that changes", changed((_, n) => ({ by: "dana", to: [`+${n}`, `+${n + 1}`], day: n }))],
  ["sixty recipients in one sitting", changed((_, n) => ({ to: `+${n}`, day: 0 }))],
  [
    "sixty recipients in two sittings a week apart",
    changed((_, n) => ({ by: "dana", to: `+${n}`, day: 7 * (n % 2) })),
  ],
  ["two people in one sitting", changed(() => ({ day: 0 }))],
  ["two people in two sittings a week apart", changed((_, n) => ({ day: n < 30 ? 0 : 7 }))],
  ["one decision, and the rest a week later", changed((_, n) => ({ day: n === 0 ? 0 : 7 }))],
  ["one decision a year ago, and the rest today", changed((_, n) => ({ day: n === 0 ? 0 : 365 }))],
  ["two sittings on both sides of midnight", changed((_, n) => ({ day: n % 2 }))],
  ["six days, however many", changed((_, n) => ({ day: Math.floor(n / 10) }))],
  [
    "a second person who decides once",
    changed((_, n) => ({ by: n === 7 ? "marcus" : "dana", to: "+1", day: n })),
  ],
  [
    "a second person who decides twice",
    changed((_, n) => ({ by: n < 2 ? "marcus" : "dana", to: "+1", day: n })),
  ],
  [
    "a second person who decides one in ten",
    changed((_, n) => ({ by: n % 10 === 0 ? "marcus" : "dana", to: "+1", day: n })),
  ],
  [
    "a second person who only rejects",
    changed((_, n) => ({
      by: n === 0 ? "marcus" : "dana",
      isUnchanged: n !== 0,
      to: "+1",
      day: n,
    })),
  ],
  ["too few", honest(29)],
  ["one that was edited of thirty", changed((_, n) => ({ isUnchanged: n !== 4 }), 30)],
  ["every tenth edited", changed((_, n) => ({ isUnchanged: n % 10 !== 0 }))],
  [
    "each rejected, then approved as it was",
    changed((_, n) => ({ isUnchanged: n % 2 === 1, words: say(n >> 1) })),
  ],
  ["the same text, over and over", near(() => "On our way")],
  ["another number", near((n) => `Unit ${n} is ready`)],
  ["a number at the end", near((n) => `ok ${n}`)],
  ["numbers between the words", near((n) => `${n} on ${n} our ${n} way`)],
  [
    "capitals",
    near((n) => Array.from("on our way", (c, at) => ((n >> at) & 1 ? c.toUpperCase() : c)).join("")),
  ],
  ["more marks", near((n) => `On our way${"!".repeat(n)}`)],
  ["marks between the words", near((n) => `on${",".repeat(n)} our${".".repeat(n)} way`)],
  ["more spaces", near((n) => `on${" ".repeat(n + 1)}our way`)],
  ["new lines", near((n) => `on our way${"\n".repeat(n)}.`)],
  ["wide letters", near((n) => (n % 2 ? "ＯＮ ｏｕｒ ｗａｙ" : "on our way"))],
  ["styled letters", near((n) => (n % 2 ? "𝐨𝐧 𝐨𝐮𝐫 𝐰𝐚𝐲" : "on our way"))],
  ["accents", near((n) => `${["on", "ön", "òn", "õn", "ôn"][n % 5]} our ${["way", "wäy", "wáy"][n % 3]}`)],
  ["combining marks", near((n) => `o${"\u0301".repeat(n)}n our way`)],
  ["emoji", near((n) => `On our way ${"👍".repeat(n)}`)],
  ["emoji alone", near((n) => "👍".repeat(n + 1))],
  ["numbers alone", near((n) => `${n}`)],
  ["a word repeated", near((n) => `on our way ${"soon ".repeat(n + 1)}`)],
  [
    "the order of words",
    near((n) =>
      LONG.split(" ")
        .toSorted((a, b) => ((a.charCodeAt(n % 3) * (n + 3)) % 7) - ((b.charCodeAt(n % 3) * (n + 3)) % 7))
        .join(" "),
    ),
  ],
  ["bold words", near((n) => `on ${"*".repeat(n)}our${"*".repeat(n)} way`)],
  ["quotes", near((n) => `${'"'.repeat(n)}on our way${'"'.repeat(n)}`)],
  ["another word at the end of a long text", near((n) => `${LONG} ${word(n)}`)],
  ["another word at the beginning of a long text", near((n) => `${word(n)} ${LONG}`)],
  ["another word in the middle of a long text", near((n) => LONG.replace("morning", word(n)))],
  [
    "a word left out of a long text",
    near((n) =>
      LONG.split(" ")
        .filter((_, at) => at !== n % 15)
        .join(" "),
    ),
  ],
  [
    "a Chinese text with another letter",
    near((n) => `您好我们的水管工明天上午九点到请把侧门打开谢谢您的配合${"的了是在有和"[n % 6]}`),
  ],
  [
    "a Japanese text with another letter",
    near((n) => `配管工は明日の朝九時に伺いますので横の扉を開けておいてください${"ねよわさかも"[n % 6]}`),
  ],
  [
    "a Thai text with another letter",
    near((n) => `ช่างประปาจะมาพรุ่งนี้เช้าเก้าโมงกรุณาเปิดประตูด้านข้างไว้${"กขคงจ"[n % 5]}`),
  ],
  ["a Russian text with another number", near((n) => `Сантехник придёт завтра утром в ${n}`)],
];

/** Too few people, recipients or days, in every mixture: none has two people or five recipients, and seven days. */
const NARROW: readonly (readonly [string, readonly Decision[]])[] = [1, 2, 3].flatMap((people) =>
  [1, 2, 4, 5, 8].flatMap((recipients) =>
    [1, 2, 6, 7, 30].flatMap((days): [string, readonly Decision[]][] => {
      const isEnough = (people >= 2 || recipients >= 5) && days >= 8;
      const who = `${people} people, ${recipients} recipients, ${days} days`;
      const how = (_: Decision, n: number) => ({
        by: `person${n % people}`,
        to: `+${n % recipients}`,
        day: n % days,
      });
      return isEnough ? [] : [[who, changed(how)]];
    }),
  ),
);
/** Each way to say one thing in many texts, by people, to recipients and over days that would do. */
const ECHOES: readonly (readonly [string, (n: number) => string])[] = [
  ["upper and lower case", (n) => (n % 2 === 0 ? LONG.toUpperCase() : LONG)],
  ["a number in front", (n) => `${n}. ${LONG}`],
  ["a number inside", (n) => LONG.replace("nine", String(n))],
  ["a name in front", (n) => `${word(n)}, ${LONG}`],
  ["a greeting and a name", (n) => `Hi ${word(n)}! ${LONG}`],
  ["a name behind", (n) => `${LONG}, ${word(n)}`],
  ["thanks behind", (n) => `${LONG}${" thanks".repeat(n)}`],
  ["emoji between all words", (n) => LONG.split(" ").join(` ${"🙂".repeat((n % 4) + 1)} `)],
  ["full stops between all words", (n) => LONG.split(" ").join(`${".".repeat((n % 4) + 1)} `)],
  ["a line for each word", (n) => LONG.split(" ").join("\n".repeat((n % 4) + 1))],
  ["zero-width spaces", (n) => LONG.split("").join("\u200b".repeat(n % 3))],
  ["soft hyphens", (n) => LONG.split("").join("\u00ad".repeat(n % 3))],
  [
    "two words swapped",
    (n) =>
      LONG.split(" ")
        .with(n % 14, "please")
        .join(" "),
  ],
  ["said twice", (n) => `${LONG} `.repeat((n % 3) + 1)],
  ["turned round", (n) => (n % 2 === 0 ? LONG.split(" ").toReversed().join(" ") : LONG)],
];
const GENERATED = [
  ...NARROW,
  ...ECHOES.map(([how, variant]) => [`one text, ${how}`, near(variant)] as const),
];

describe("a rule is farmed", () => {
  it("in a hundred ways and more, no two alike", () => {
    const ways = [...FARMS, ...GENERATED].map(([, decisions]) => JSON.stringify(decisions));
    expect(new Set(ways).size).toBe(ways.length);
    expect(ways.length).toBeGreaterThanOrEqual(100);
  });

  it("is earned by decisions that are none of these", () => {
    expect(isEarned(honest())).toBe(true);
  });

  it.each([...FARMS, ...GENERATED])("by %s: no", (_, decisions) => {
    expect(isEarned(decisions)).toBe(false);
  });
});

/** What a plain call of each kind of tool does, and the same with other words. */
const DOCUMENTS: readonly (readonly [string, (words: string, more?: object) => { document: object }])[] = [
  ["text", (words) => sms(words)],
  [
    "e-mail",
    (text, more) => ({
      document: {
        connectionId: "conn",
        mailbox: "dana@alderfinch.example",
        from: { name: "Dana", address: "dana@alderfinch.example" },
        to: ["maria@lopez.example"],
        cc: [],
        subject: "Your visit",
        text,
        threadId: "t1",
        inReplyTo: "<20261128.4711@mail.lopez.example>",
        references: ["<20261128.4711@mail.lopez.example>"],
        messageId: "<steward_20261128@alderfinch.example>",
        ...more,
      },
    }),
  ],
  [
    "event",
    (description) => ({
      document: {
        calendarId: "c",
        title: "Visit",
        start: "2026-11-28T15:00:00-05:00",
        end: "2026-11-28T16:00:00.000Z",
        day: "2026-11-28",
        description,
      },
    }),
  ],
  ["comment", (text) => ({ document: { taskId: "86abc1234", text } })],
];
type Make = (typeof DOCUMENTS)[number][1];

const evidenceOf = (make: Make): string =>
  honest()
    .map(({ words, by, to, day }) =>
      lineOf({
        isUnchanged: true,
        deciderId: by,
        recipients: [to].flat(),
        nowMs: day * DAY_MS,
        effects: [make(`${words} ${words}`)] as Parameters<typeof shapeOf>[0],
      }),
    )
    .join("");
const beyond = (make: Make, words: string, { to = ["+1"], more = {} } = {}): string | null =>
  beyondEvidence(evidenceOf(make), shapeOf([make(words, more)] as Parameters<typeof shapeOf>[0], to));
const TEXT = DOCUMENTS[0]![1];

const WIDER: readonly (readonly [string, string])[] = [
  ...[
    "See https://evil.example/login",
    "See HTTP://EVIL.EXAMPLE",
    "See evil.example",
    "See www.evil",
    "See evil.am",
    "See 3evil.pm",
    "See a.b.c.example/x",
    "See xn--80ak6aa92e.com",
    "See evil．example",
    "See evil。example",
    "See evil[.]example",
    "See evil (dot) example",
    "See evil dot com",
    "See 192.168.10.7",
    "Write to help@evil.example",
    "Write mailto:help",
    "Go to tel:911",
  ].map((words) => [words, "a link"] as const),
  ...[
    "Wire it to account 4711",
    "Account 4 7 1 1",
    "Account 47-11-08",
    "Account ４７１１",
    "Account ①②③④",
    "Account ٤٧١١",
    "Pay $90",
    "Pay 90 $",
    "Pay €９０",
    "Pay £5",
    "Pay 90 dollars",
    "Pay ninety dollars",
    "Pay 90USD",
    "Pay 2 BTC",
    "Pay 90k",
    "Pay two grand",
    "Pay fifty bucks",
    "Pay ₹5",
    "Call 412 555 0199",
  ].map((words) => [words, "a sum or a long number"] as const),
  ...[
    "Приходите завтра",
    "Ελάτε αύριο",
    "تعال غدا",
    "明天来",
    "בואו מחר",
    "कल आना",
    "내일 오세요",
    "Come tomоrrow",
  ].map((words) => [words, "another alphabet"] as const),
  ["word ".repeat(40), "more words than before"],
  ["word\n".repeat(40), "more words than before"],
  [`ok${" ".repeat(200)}.`, "more words than before"],
  ["👍".repeat(100), "more words than before"],
];

describe("a rule in force is widened", () => {
  it("in forty ways and more for each kind of call", () => {
    expect(new Set(WIDER.map(([words]) => words)).size).toBe(WIDER.length);
    expect(WIDER.length).toBeGreaterThanOrEqual(40);
  });

  it.each(DOCUMENTS)("covers a %s like those it was earned by", (_, make) => {
    expect(beyond(make, "We come at nine")).toBeNull();
  });

  it.each(WIDER)("%j asks: %s", (words, what) => {
    expect(beyond(TEXT, words)).toBe(what);
  });

  it.each(DOCUMENTS.slice(1))(
    "a link or a sum in a %s asks, whatever addresses and times it has",
    (_, make) => {
      for (const [words, what] of WIDER) expect([words, beyond(make, words)]).toEqual([words, what]);
    },
  );

  it("an attachment asks", () => {
    const [, make] = DOCUMENTS[1]!;
    expect(beyond(make, "Here", { more: { attachments: [{ name: "keys" }] } })).toBe("an attachment");
  });

  it.each([2, 3, 5, 6, 50])("%d recipients at once ask", (count) => {
    const to = Array.from({ length: count }, (_, n) => `+${n}`);
    expect(beyond(TEXT, "We come at nine", { to })).toBe("more recipients than before");
  });

  const RULE: PolicyRule = {
    id: "earned_1",
    agent: "steward",
    tool: "send_message",
    recipients: ["contact"],
    bounds: [],
    hours: null,
    decision: "allow",
    origin: "earned",
  };
  type Known = CallFacts["recipients"][number]["known"];
  const to = (...known: Known[]): CallFacts => ({
    recipients: known.map((one, n) => ({ address: `+${n}`, known: one })),
    makesContact: false,
  });
  const tool = (name: string, more = {}): NonNullable<PolicyCall["tool"]> => ({
    name,
    effect: "external",
    egress: "provider",
    defaultMode: "ask",
    mayAllow: true,
    ...more,
  });
  const judged = (call: Partial<PolicyCall>, policy: Partial<Policy> = {}, colleagues: string[] = []) =>
    decidePolicy(
      {
        tool: tool("send_message"),
        agent: "steward",
        arguments: {},
        facts: to("contact"),
        untrustedText: true,
        readOfOthers: false,
        ...call,
      },
      {
        policy: { ...DEFAULT_POLICY, autonomy: "execute", rules: [RULE], ...policy },
        colleagues: new Set(colleagues),
        nowMs: 0,
        timeZone: "UTC",
      },
    ).decision;

  it("lets through what it was earned by", () => {
    expect(judged({})).toBe("allow");
  });

  it.each<[string, Partial<PolicyCall>, Partial<Policy>?, string[]?]>([
    ["somebody new", { facts: to("new") }],
    ["somebody new in copy", { facts: to("contact", "new") }],
    ["a new contact", { facts: { ...to("contact"), makesContact: true } }],
    ["the one who is answered, in copy", { facts: to("contact", "conversation") }],
    ["a colleague in copy", { facts: to("contact", "contact") }, {}, ["+1"]],
    ["a colleague alone", { facts: to("contact") }, {}, ["+0"]],
    ["no one", { facts: to() }],
    ["what isn't resolved", { facts: null }],
    ["several at once, by the tool for it", { tool: tool("send_messages") }],
    ["an e-mail instead", { tool: tool("send_email") }],
    ["a Slack message instead", { tool: tool("send_slack_message") }],
    ["a tool without a key", { tool: tool("send_message", { mayAllow: false }) }],
    ["another agent", { agent: "project-manager" }],
    ["what something of others led to", { readOfOthers: true }],
    ["a team that only wants proposals", {}, { autonomy: "propose" }],
    ["an admin's rule that asks", {}, { rules: [{ ...RULE, id: "own", decision: "ask" }, RULE] }],
    [
      "an admin's rule about one of several",
      { facts: to("contact", "conversation") },
      { rules: [{ ...RULE, id: "own", recipients: ["conversation"], decision: "ask" }, RULE] },
    ],
  ])("asks for %s", (_, call, policy, colleagues) => {
    expect(judged(call, policy, colleagues)).toBe("ask");
  });
});

describe("checks are evaded, and approvals count that judged nothing", () => {
  let world: EarnedWorld;
  beforeEach(async () => {
    await freshWorld();
    world = new EarnedWorld();
    await world.begin();
  });

  const AGENT = { kind: "agent", id: "steward", name: "Steward" } as const;
  const samples = async () => (await world.tallies())[0]?.samples;
  async function sampled() {
    await world.approveUnchanged(30);
    const [proposal] = await world.proposals();
    await world.decided(proposal!);
    const card = await world.made("Checked", { sampled: true });
    expect(card).toMatchObject({ status: "pending", rule: "sample.asked" });
    return card;
  }
  async function asksNext(): Promise<void> {
    await world.follow();
    expect(await world.made("Another", { sampled: false })).toMatchObject({
      status: "pending",
      rule: "sample.asked",
    });
  }

  it("by taking the card back", async () => {
    const { id: approvalId } = await sampled();
    await withdraw(world.approvals(), { approvalId, by: AGENT });
    expect(await samples()).toBe("0");
    await asksNext();
  });

  it("by a newer draft in its place", async () => {
    await sampled();
    await world.made("Checked, said otherwise", { sampled: true });
    expect(await samples()).toBe("0");
    await asksNext();
  });

  it("by waiting until the card expires", async () => {
    const { id } = await sampled();
    world.world.nowMs += 400 * 3_600_000;
    await advance(world.approvals(), id);
    expect(await samples()).toBe("-");
    await asksNext();
  });

  it("by an accomplice who writes, so that the card goes stale", async () => {
    await sampled();
    await markThreadStale(world.approvals(), `sms:${MARIA_NUMBER}`, { code: "new_text" }, "in-1");
    expect(await samples()).toBe("-");
    await asksNext();
  });

  it("by approving it among others at once", async () => {
    const { id: approvalId, effectHash } = await sampled();
    const other = await world.made("Checked too", { sampled: true, scope: { turnId: "same" } as object });
    const decisions = [
      { approvalId, effectHash },
      { approvalId: other.id, effectHash: other.effectHash },
    ].map((one) => ({ ...one, decision: "approve" as const }));
    await decideMany(world.approvals(), { decisions, by: DANA });
    expect(await samples()).toMatch(/[0-]$/);
    await asksNext();
  });

  it("by somebody else in copy, another call or another conversation: the same recipient on that day is checked", async () => {
    const rule = "earned_1";
    const days = Array.from({ length: 200 }, (_, day) => day * DAY_MS);
    for (const nowMs of days) {
      if (!(await isSampled(TENANT, { rule, recipients: ["+1"], nowMs }))) continue;
      for (const recipients of [["+1"], ["+1", "+2"], ["+2", "+1"], ["+3", "+2", "+1"]])
        expect(await isSampled(TENANT, { rule, recipients, nowMs: nowMs + 1000 })).toBe(true);
    }
  });

  it("by an undoing that isn't counted", async () => {
    await world.approveUnchanged(30);
    await world.decided((await world.proposals())[0]!);
    const sent = await world.made("Sent by the rule");
    await advance(world.approvals(), sent.id);
    await compensate(world.approvals(), { approvalId: sent.id, by: MEMBER });
    expect(await samples()).toBe("0");
    await asksNext();
  });

  it("by a button of a notification", async () => {
    const { id: approvalId, effectHash } = await sampled();
    const hash = "token";
    await world.db.insert(approvalTokens, {
      tokenHash: hash,
      approvalId,
      effectHash,
      userId: MEMBER.id,
      subscriptionId: "device",
      expiresAt: new Date(world.world.nowMs + 60_000).toISOString(),
      spentAt: null,
    });
    const body = { decision: "approve" as const, effectHash };
    await decide(world.approvals(), { approvalId, body, by: MEMBER, token: { hash } });
    expect(await samples()).toBe("-");
    expect(await world.tallies()).toMatchObject([{ decided: 30 }]);
    await asksNext();
  });

  it("by approvals in bulk, which earn nothing", async () => {
    for (let round = 0; round < 20; round++) {
      world.world.nowMs += DAY_MS;
      const cards = [
        await world.made(say(2 * round), { scope: { conversationId: "one" } }),
        await world.made(say(2 * round + 1), { scope: { conversationId: "two" } }),
      ];
      const decisions = cards.map(({ id: approvalId, effectHash }) => ({
        approvalId,
        effectHash,
        decision: "approve" as const,
      }));
      const results = await decideMany(world.approvals(), { decisions, by: round % 2 ? DANA : MEMBER });
      expect(results.every(({ ok }) => ok)).toBe(true);
      await world.follow();
    }
    expect(await world.tallies()).toEqual([]);
  });
});
