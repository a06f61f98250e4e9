import { describe, expect, it } from "vitest";
import { teamWord, urgentByPattern } from "../../../../src/messaging/inbox/urgent.ts";
import { CALM_EXAMPLES, URGENT_EXAMPLES } from "../../../../sandbox/operator/urgency-examples.ts";
import { openOperator } from "../../../../sandbox/operator/operator.ts";
import { judgeUrgency } from "../../../../sandbox/operator/alone.ts";
import { UNSEEN } from "../../../fixtures/unseen-texts.ts";

const word = urgentByPattern;

/** Recall and precision of a judge on labelled texts. */
function scoreOf(
  isUrgent: (text: string) => boolean,
  { urgent, calm }: { readonly urgent: readonly string[]; readonly calm: readonly string[] },
) {
  const heard = urgent.filter(isUrgent).length;
  const cried = calm.filter(isUrgent).length;
  return { recall: heard / urgent.length, precision: heard / (heard + cried) };
}

const LABELLED = {
  urgent: [...URGENT_EXAMPLES, ...UNSEEN.urgent],
  calm: [...CALM_EXAMPLES, ...UNSEEN.calm],
};

describe("URGENT: danger is heard", () => {
  it("of labelled texts, with the classifier", async () => {
    const embed = await openOperator();
    const isUrgent = (text: string) =>
      judgeUrgency(`A text from Maria:\n<message>\n${text}\n</message>`, embed).urgent;
    expect(LABELLED.urgent.length + LABELLED.calm.length).toBeGreaterThanOrEqual(120);
    const all = scoreOf(isUrgent, LABELLED);
    const unseen = scoreOf(isUrgent, UNSEEN);
    console.info("URGENT", all, "unseen", unseen);
    expect(all.recall).toBeGreaterThanOrEqual(0.98);
    expect(all.precision).toBeGreaterThanOrEqual(0.9);
    expect(unseen.recall).toBeGreaterThanOrEqual(0.9);
  });

  it("with the patterns alone, while it is down", () => {
    const isUrgent = (text: string) => urgentByPattern(text) !== null;
    const all = scoreOf(isUrgent, LABELLED);
    console.info("URGENT patterns", all, "unseen", scoreOf(isUrgent, UNSEEN));
    expect(all.recall).toBeGreaterThanOrEqual(0.8);
    expect(all.precision).toBeGreaterThanOrEqual(0.9);
  });
});

describe("a text that cannot wait, by its words", () => {
  it.each([
    "There's water EVERYWHERE in the kitchen!!",
    "we have no heat and a baby",
    "I smell gas in the hallway",
    "Locked out of 4B, it's freezing",
    "the basement is flooding",
    "I can’t breathe",
    "someone broke the door, call 911",
    "Thanks for coming yesterday, but now there is smoke in the hallway",
    "The sink is fixed. The basement is flooding!",
    "The toilet you fixed is flooding the kitchen",
    "The heater stopped and we have no heat",
    "The boiler is no longer working, there is no heat",
    "It was fixed yesterday and is flooding again",
    "We have no heat since last night, thanks for your help",
    "no heat in 4B please send somebody thank you for your quick help",
    "Thanks for coming yesterday, there is no heat in the bedroom",
  ])("is seen as one: %s", (text) => expect(word(text)).not.toBeNull());

  it.each([
    "Thanks, see you tomorrow",
    "When is rent due?",
    "No rush, but the fireplace door sticks",
    "The flood in the cellar is fixed",
    "There is no more water everywhere, all good",
    "there is no more smoke",
    "Thanks for fixing the flood so fast!",
    "The leak stopped, the flood is fixed",
    "There was smoke in the hall. Never mind, false alarm",
    "",
  ])("is not seen where no one is in trouble: %s", (text) => expect(word(text)).toBeNull());

  it("holds the team's own words, and no others", () => {
    expect(teamWord("the boiler", ["boiler"])).toBe("boiler");
    expect(teamWord("no heat", [])).toBeNull();
  });

  const small = "We moved in on Saturday and everything went well so far, thank you for the keys. ";
  it.each([
    ["", "The outlet behind the stove sparked twice and smells burnt."],
    ["This is not urgent, no rush. The leak stopped, all good.\n", "I smell gas in the hallway."],
  ])("is heard in the last line of an e-mail of 10,000 characters that begins %j", (begin, last) => {
    const mail = `${begin}${small.repeat(125)}\n\n${last}`;
    expect(mail.length).toBeGreaterThan(10_000);
    expect(urgentByPattern(mail)).not.toBeNull();
    expect(urgentByPattern(mail.slice(0, -last.length))).toBeNull();
    expect(teamWord(mail, [last.split(" ").at(-2) ?? ""])).not.toBeNull();
  });
});
