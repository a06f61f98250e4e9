/** Seeds 001 and 002: what the manual gives as an example is played by the demo as it is told there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALDER } from "../../../../sandbox/world/company.ts";
import { Conversation } from "./conversation.ts";

const MANUAL = join(import.meta.dirname, "../../../../docs/manual");
/** Sentences a list begins with or that are asked: what somebody would type. */
const SAID = /(?:^- |[.:?,] |\*\* )“([^”]{12,}[.?])”/gm;

/** What those come to that nothing else tests. */
const CALLED: Readonly<Record<string, string>> = {
  "We never promise times by text.": "propose_house_rule",
  "Texts to Maria go past Dana.": "propose_house_rule",
  "Nothing above $1,000 without the owner.": "propose_house_rule",
  "What did you do without asking?": "list_own_acts",
  "Why did you send that?": "list_own_acts",
  "What did this cost, and for what?": "list_own_acts",
  "Create an account for Zephyr Kites.": "create_account",
  "Mark Lakeview Dental as quoted.": "update_account",
};

const sentences = readdirSync(MANUAL).flatMap((file) =>
  [...readFileSync(join(MANUAL, file), "utf8").matchAll(SAID)].map(
    ([, words = ""]) => [words, file] as const,
  ),
);

describe("a sentence of the manual", () => {
  it.each(sentences)("is played: %s (%s)", async (words) => {
    const { said, calls } = await new Conversation(ALDER).say(words);
    expect(JSON.stringify([said, calls])).not.toMatch(/demo's script|I can't/);
    expect(calls.map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(CALLED[words] === undefined ? [] : [CALLED[words]]),
    );
    expect(calls.length, words).toBeGreaterThan(0);
  });
});
