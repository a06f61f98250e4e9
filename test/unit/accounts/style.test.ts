/** How a client writes, measured: nothing is guessed, and nobody else's words count. */
import { describe, expect, it } from "vitest";
import { clientWords, measureStyle, type StyledSource } from "../../../src/accounts/style.ts";

const GLORIA = "gloria@brightbeginnings.example";

const mail = (words: string, from = `Gloria Bright <${GLORIA}>`): StyledSource => ({
  path: "accounts/10007/sources/emails/2026-11-01-a/raw.txt",
  kind: "emails",
  raw: `From: ${from}\nTo: ben@harbor.example\nSubject: Hi\n\n${words}\n`,
});
const texts = (words: string): StyledSource => ({
  ...mail(""),
  kind: "sms",
  raw: `With: Gloria\n\n${words}\n`,
});
const call = (words: string): StyledSource => ({
  ...mail(""),
  kind: "calls",
  raw: `From: Gloria\n\n${words}\n`,
});
const measured = (...sources: StyledSource[]) => measureStyle(sources, [GLORIA]);

describe("a client's own words", () => {
  it("are those of their addresses alone, without what they quote", () => {
    const quoting =
      "Hello Ben,\n\nit is attached.\n\nOn Mon, Nov 2, 2026 Ben Abara wrote:\n> yeah gonna send it asap!!";
    expect(clientWords(mail(quoting), [GLORIA])).toEqual(["Hello Ben,\n\nit is attached."]);
    expect(clientWords(mail("Hello", "Ben <ben@harbor.example>"), [GLORIA])).toEqual([]);
    expect(clientWords(mail("Hello", "gloria@brightbeginnings.example.evil"), [GLORIA])).toEqual([]);
  });

  it("of texts and calls are theirs, never ours", () => {
    expect(clientWords(texts("10:02 AM Us: Any news?\n10:04 AM Gloria Bright: This week!"), [])).toEqual([
      "This week!",
    ]);
    expect(clientWords(call("Summary:\nTranscript:\nGloria Bright: We moved.\nUs: I see."), [])).toEqual([
      "We moved.",
    ]);
  });
});

describe("a style", () => {
  it("is formal or casual by the words that say so", () => {
    expect(measured(mail("Dear Ben,\n\nplease find the form.\n\nKind regards,\nGloria"))).toMatchObject({
      formality: "formal",
      greeting: "Dear Ben,",
      signOff: "Kind regards,",
      tone: "professional",
      channel: "email",
    });
    expect(measured(mail("Hey Ben,\n\nyeah cool, gonna do it.\n\nCheers"))).toMatchObject({
      formality: "casual",
      greeting: "Hey Ben,",
      signOff: "Cheers",
      tone: "casual",
    });
    expect(measured(mail("Hi Ben,\n\nThanks so much, hope you're well!")).tone).toBe("friendly");
  });

  it.each([
    [25, "brief"],
    [26, "medium"],
    [90, "medium"],
    [91, "detailed"],
  ])("of %i words at the median is %s", (count, length) => {
    const words = Array.from({ length: count }, (_, index) => `word${index}`).join(" ");
    expect(measured(mail(words))).toMatchObject({ length, words: count });
  });

  it("has the channel most of their own messages are in", () => {
    const two = [texts("9:00 AM Gloria: Yes"), texts("9:01 AM Gloria: No")];
    expect(measured(mail("Hello"), ...two)).toMatchObject({
      channel: "sms",
      counted: { email: 1, sms: 2, call_script: 0 },
    });
    expect(measured(mail("Hello"), call("Gloria: Hi"), call("Gloria: Hi again")).channel).toBe("call_script");
  });

  it("is unknown where they never wrote; what we wrote says nothing of them", () => {
    expect(measured(mail("Dear Gloria,\n\nKind regards", "ben@harbor.example"))).toMatchObject({
      formality: "unknown",
      greeting: "",
      signOff: "",
      length: "unknown",
      tone: "unknown",
      channel: null,
      sample: [],
    });
    // How somebody speaks on the phone is no measure of how they write.
    expect(measured(call("Gloria: Hey, yeah, cool")).formality).toBe("unknown");
  });

  it("shows two sentences of theirs, letter for letter", () => {
    expect(
      measured(mail("Hello Ben,\n\nThe staff count is still open. We have 64 children enrolled. Ok.")).sample,
    ).toEqual(["The staff count is still open.", "We have 64 children enrolled."]);
  });
});
