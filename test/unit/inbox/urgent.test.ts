import { describe, expect, it } from "vitest";
import { urgentWord } from "../../../src/inbox/urgent.ts";
import { DEFAULT_POLICY } from "../../../src/protocol/account.ts";

const word = (text: string) => urgentWord(text, DEFAULT_POLICY.sms.urgentWords);

describe("a text that cannot wait", () => {
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

  it("is judged by the team's own words alone", () => {
    expect(urgentWord("the boiler", ["boiler"])).toBe("boiler");
    expect(urgentWord("no heat", [])).toBeNull();
  });
});
