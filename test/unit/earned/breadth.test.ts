/** EARNED: evidence that the judged one can't make, and what a rule covers by it. */
import { describe, expect, it } from "vitest";
import { beyondEvidence, countedMarks, isBroad, shapeOf } from "../../../src/approvals/index.ts";
import { LINE_CHARS, lineOf } from "../../../src/approvals/breadth.ts";

const DAY_MS = 86_400_000;
const text = (words: string, more: object = {}) => [
  { document: { to: "+14125550142", text: words, ...more } },
];

interface Decision {
  readonly words?: string;
  readonly by?: string;
  readonly to?: string;
  readonly day?: number;
  readonly isUnchanged?: boolean;
}
const evidence = (decisions: readonly Decision[]): string =>
  decisions
    .map(({ words = "On our way", by = "dana", to = "+1", day = 0, isUnchanged = true }) =>
      lineOf({ isUnchanged, deciderId: by, recipients: [to], nowMs: day * DAY_MS, effects: text(words) }),
    )
    .join("");
const WORDS = ["plumber arrives tomorrow morning", "rent receipt attached below", "elevator works again now"];

describe("near-equal texts", () => {
  it.each([
    ["a number more", Array.from({ length: 16 }, (_, index) => `ok ${index}`)],
    ["case, marks and spaces", ["On our way!", "on OUR way", "  On, our: way… ", "ＯＮ our way"]],
    ["the order of words", ["we come at nine tomorrow", "tomorrow we come at nine"]],
    ["emoji", ["Thanks", "Thanks 👍", "Thanks 🙂🙂"]],
  ])("by %s count once", (_, texts) => {
    expect(countedMarks(evidence(texts.map((words) => ({ words }))))).toBe("1");
  });

  it("that differ count each, and every edit and rejection does", () => {
    expect(countedMarks(evidence(WORDS.map((words) => ({ words }))))).toBe("111");
    expect(countedMarks(evidence([{}, { isUnchanged: false }, { isUnchanged: false }]))).toBe("100");
  });
});

describe("whether evidence is broad", () => {
  it.each<[string, readonly Decision[], boolean]>([
    ["one person, one recipient, one sitting", Array.from({ length: 40 }, () => ({})), false],
    ["two people in one sitting", [{ by: "dana" }, { by: "marcus" }], false],
    ["one person and one recipient for a year", [{ day: 0 }, { day: 365 }], false],
    ["two people over six days", [{ by: "dana" }, { by: "marcus", day: 6 }], false],
    ["two people over seven days", [{ by: "dana" }, { by: "marcus", day: 7 }], true],
    ["four recipients over a week", ["a", "b", "c", "d"].map((to, day) => ({ to, day: day * 3 })), false],
    ["five recipients over a week", ["a", "b", "c", "d", "e"].map((to, day) => ({ to, day: day * 2 })), true],
    ["a second person who only rejects", [{}, { by: "marcus", day: 9, isUnchanged: false }], false],
    ["nothing", [], false],
  ])("%s", (_, decisions, broad) => {
    expect(isBroad(evidence(decisions))).toBe(broad);
  });
});

describe("what a rule covers", () => {
  const plain = evidence([{ words: "On our way, see you at nine" }]);
  it.each([
    ["a link", "See https://evil.example/x"],
    ["a link", "See evil.example"],
    ["a sum or a long number", "Wire it to account 4711"],
    ["a sum or a long number", "Pay $90"],
    ["a sum or a long number", "Pay 90 dollars"],
    ["a sum or a long number", "Pay €９０"],
    ["more words than before", "word ".repeat(20)],
  ])("not %s that its evidence didn't hold: %s", (what, words) => {
    expect(beyondEvidence(plain, shapeOf(text(words)))).toBe(what);
  });

  it("not an attachment", () => {
    const shape = shapeOf(text("Here", { attachments: [{ name: "lease.pdf" }] }));
    expect(beyondEvidence(plain, shape)).toBe("an attachment");
  });

  it("what its evidence held", () => {
    expect(beyondEvidence(plain, shapeOf(text("We are late, 10 minutes, 3.pm")))).toBeNull();
    const sums = evidence([{ words: "The rent of $1,200 came in" }]);
    expect(beyondEvidence(sums, shapeOf(text("The rent of $900 came")))).toBeNull();
    const edited = evidence([{ words: "See https://ours.example", isUnchanged: false }]);
    expect(beyondEvidence(edited, shapeOf(text("See https://ours.example")))).toBe("a link");
  });
});

it("keeps lines of one width, and no words", () => {
  const line = lineOf({
    isUnchanged: true,
    deciderId: "user_dana",
    recipients: ["+14125550142"],
    nowMs: Date.UTC(2026, 10, 28),
    effects: text("Secret words ".repeat(5_000)),
  });
  expect(line).toHaveLength(LINE_CHARS);
  expect(line).toMatch(/^[0-9a-z]+$/);
});
