/** What a chat was started about, in its first message. */
import { describe, expect, it } from "vitest";
import {
  pageOfSubject,
  saidAbout,
  shownSubject,
  subjectIn,
  titleWords,
} from "../../../src/agent/api/subject.ts";

describe("a subject", () => {
  const about = "the account Fern (Chicago) Dental (10001)";

  it("comes back from the message, whatever its name holds", () => {
    const text = saidAbout(about, "What’s next (and when): a call?");
    expect(subjectIn(text)).toEqual({ about, words: "What’s next (and when): a call?" });
    expect(shownSubject(about)).toBe("the account Fern (Chicago) Dental");
    expect(pageOfSubject(about)).toBe("/accounts/10001");
    expect(titleWords(text)).toBe("Fern (Chicago) Dental: What’s next (and when): a call?");
  });

  it("is all accounts, or a person without a page of this kind", () => {
    expect(titleWords("About our accounts: Who is due?")).toBe("Who is due?");
    expect(pageOfSubject("our accounts")).toBe("/accounts");
    expect(pageOfSubject("Maria Lopez (214 Birch St #3B)")).toBeNull();
  });

  it("is not what a person only writes so", () => {
    expect(subjectIn("About the leak: call the plumber")).toBeNull();
    expect(titleWords("About the leak: call the plumber")).toBe("About the leak: call the plumber");
  });
});
