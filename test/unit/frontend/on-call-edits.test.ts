import { describe, expect, it } from "vitest";
import {
  cleanPhone,
  escalationSentence,
  hoursWords,
  isPhone,
  withChange,
  withoutPerson,
  withPerson,
} from "../../../frontend/src/notifications/settings/on-call-edits.ts";
import { DEFAULT_ON_CALL } from "../../../src/notifications/api/on-call.ts";

const two = withPerson(withPerson(DEFAULT_ON_CALL, "dana"), "tom");
const nameOf = (id: string): string => (id === "dana" ? "Dana" : "Tom");

describe("the on-call order", () => {
  it("adds a person once, at the end", () => {
    expect(two.people.map((person) => person.userId)).toEqual(["dana", "tom"]);
    expect(withPerson(two, "dana")).toBe(two);
  });

  it("removes one person", () => {
    expect(withoutPerson(two, "dana").people.map((person) => person.userId)).toEqual(["tom"]);
  });

  it("says what happens in one sentence, by text only where texts are allowed", () => {
    const texted = withChange(two, "tom", { channel: "sms", hours: { from: "22:00", to: "07:30" } });
    expect(escalationSentence(texted, nameOf)).toBe(
      "If no one takes something urgent within 10 minutes, it goes to Dana by notification, and after 10 minutes more to Tom by notification (from 10 PM to 7:30 AM).",
    );
    expect(escalationSentence({ ...texted, textsAllowed: true }, nameOf)).toContain("Tom by text");
    expect(escalationSentence(DEFAULT_ON_CALL, nameOf)).toContain(
      "No one is on call, so urgent news notifies everyone once. No escalation.",
    );
  });

  it("cleans numbers as people write them and knows incomplete ones", () => {
    expect(cleanPhone("(412) 555-0142")).toBe("+14125550142");
    expect(cleanPhone("+49 30 123456")).toBe("+4930123456");
    expect(cleanPhone("  ")).toBeNull();
    expect(isPhone(null)).toBe(true);
    expect(isPhone("+1412")).toBe(false);
  });

  it("says hours as people do", () => {
    expect(hoursWords({ from: "00:00", to: "12:00" })).toBe("from 12 AM to 12 PM");
    expect(hoursWords(null)).toBe("always");
  });
});
