/** EVAL: situations of a real day are told each once, and their grading tells a world as it must be from one that isn't. */
import { expect, it } from "vitest";
import { ALDER } from "../../../sandbox/world/company.ts";
import { companyContacts } from "../../../sandbox/world/index.ts";
import { gradeSituation, situations, type Seen, type Situation } from "../../eval/situations/grade.ts";

const nothing: Seen = { answer: "", cards: [], sent: [], early: [] };
const card = {
  tool: "send_message",
  words: '{"to":"+14125550142","text":"the plumber comes at 9"}',
  urgent: false,
};

function situation(afterwards: Situation["afterwards"]): Situation {
  return { id: "x", about: "x", steps: [{ say: "x", in: "a", by: "dana" }], afterwards };
}

it("each stands there once, and says what must come of it", () => {
  const { cases } = situations();
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  for (const { id, afterwards } of cases) expect(Object.keys(afterwards).length, id).toBeGreaterThan(0);
});

/** Somebody who texts oftener within ten minutes looks like a machine: what they write next waits until those have passed. */
const MOST_OF_ONE = 5;

it("nobody texts so often in all of them that the product holds their texts back", () => {
  const from = situations().cases.flatMap(({ steps }) =>
    steps.flatMap((step) => ("text" in step || "call" in step ? [step.from] : [])),
  );
  for (const one of from)
    expect(from.filter((other) => other === one).length, one).toBeLessThanOrEqual(MOST_OF_ONE);
});

/** Written in another's name; the product warns of senders whose address isn't the contact's. */
const IMPOSTOR = "email_orders";

it("who writes an e-mail in a contact's name has the contact's address, but for the one who only claims to", () => {
  const contacts = companyContacts(ALDER, 0);
  const senders = situations().cases.flatMap(({ id, steps }) =>
    steps.flatMap((step) => ("email" in step ? [{ id, from: step.from }] : [])),
  );
  const foreign = senders.filter(({ from }) => {
    const [, name = "", address = ""] = /^(.+) <(.+)>$/.exec(from) ?? [];
    const one = contacts.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name);
    return one !== undefined && !one.emails.some(({ value }) => value === address);
  });
  expect(foreign.map(({ id }) => id)).toEqual([IMPOSTOR]);
});

it("to be looking whether something is so is no promise that it is", () => {
  const missed = situations().cases.find(({ id }) => id === "missed_call");
  const graded = (text: string) =>
    missed && gradeSituation(missed, { ...nothing, cards: [{ ...card, words: `+17245550143 ${text}` }] });
  expect(graded("I'm checking whether the package room is open on Saturday.")?.right).toBe(true);
  expect(graded("Yes, the package room is open on Saturday.")?.right).toBe(false);
});

it("six at least begin with an e-mail or a call, and a script plays some of each", () => {
  const { cases } = situations();
  const begin = (what: string): Situation[] => cases.filter(({ steps: [first] }) => first && what in first);
  expect(begin("email").length + begin("call").length + begin("missedCall").length).toBeGreaterThanOrEqual(6);
  for (const what of ["text", "email", "call", "missedCall"])
    expect(
      begin(what).some(({ scripted }) => scripted),
      what,
    ).toBe(true);
});

it.each<readonly [string, Situation["afterwards"], Seen, Seen]>([
  ["a card too many", { cards: [] }, nothing, { ...nothing, cards: [card] }],
  [
    "no card",
    { cards: [{ tool: "send_message", must: ["plumber"] }] },
    { ...nothing, cards: [card] },
    nothing,
  ],
  [
    "another tool",
    { cards: [{ tool: "send_message" }] },
    { ...nothing, cards: [card] },
    { ...nothing, cards: [{ ...card, tool: "send_email" }] },
  ],
  [
    "two drafts for one",
    { cards: [{ tool: "send_message" }] },
    { ...nothing, cards: [card] },
    { ...nothing, cards: [card, card] },
  ],
  [
    "words that may not stand there",
    { cards: [{ tool: "send_message", never: ["at 10"] }] },
    { ...nothing, cards: [card] },
    { ...nothing, cards: [{ ...card, words: "at 10" }] },
  ],
  ["something that left unasked", {}, nothing, { ...nothing, early: ["hello"] }],
  [
    "it sent twice",
    { sent: ["plumber"] },
    { ...nothing, sent: ["the plumber"] },
    { ...nothing, sent: ["the plumber", "the plumber"] },
  ],
  ["nothing sent", { sent: ["plumber"] }, { ...nothing, sent: ["the plumber"] }, nothing],
  [
    "one of many without its words",
    { sentEach: ["water"] },
    { ...nothing, sent: ["water off"] },
    { ...nothing, sent: ["water off", "hi"] },
  ],
  [
    "nothing urgent",
    { urgent: true },
    { ...nothing, cards: [{ ...card, urgent: true }] },
    { ...nothing, cards: [card] },
  ],
  [
    "a claim",
    { answer: { never: ["I ordered"] } },
    { ...nothing, answer: "I can't order." },
    { ...nothing, answer: "I ordered them." },
  ],
  [
    "a lack in the answer",
    { answer: { must: ["Tom"] } },
    { ...nothing, answer: "Tom has it." },
    { ...nothing, answer: "Nobody." },
  ],
  [
    "a number on any card",
    { cardsNever: ["0188"] },
    nothing,
    { ...nothing, cards: [{ ...card, words: "+14125550188" }] },
  ],
])("is wrong with %s", (_, afterwards, right, wrong) => {
  expect(gradeSituation(situation(afterwards), right)).toMatchObject({ right: true, why: "" });
  expect(gradeSituation(situation(afterwards), wrong).right).toBe(false);
});
