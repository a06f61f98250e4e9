/** EARNED: evidence that the judged one can't make, and what a rule covers by it. */
import { describe, expect, it } from "vitest";
import { beyondEvidence, countedMarks, isBroad, shapeOf } from "../../../../src/approvals/index.ts";
import { LINE_CHARS, lineOf } from "../../../../src/approvals/evidence-breadth.ts";

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

it("counts texts that differ once each, and every edit and rejection", () => {
  expect(countedMarks(evidence(WORDS.map((words) => ({ words }))))).toBe("111");
  expect(countedMarks(evidence([{}, { isUnchanged: false }, { isUnchanged: false }]))).toBe("100");
});

describe("whether evidence is broad", () => {
  const differing = (decisions: readonly Decision[]) =>
    decisions.map((one, index) => ({ words: WORDS[index] ?? `word${"abcdefgh"[index]}`, ...one }));
  it.each<[string, readonly Decision[], boolean]>([
    ["two people over six days", [{ by: "dana" }, { by: "marcus", day: 6 }], false],
    ["two people over seven days", [{ by: "dana" }, { by: "marcus", day: 7 }], true],
    ["four recipients over a week", ["a", "b", "c", "d"].map((to, day) => ({ to, day: day * 3 })), false],
    ["five recipients over a week", ["a", "b", "c", "d", "e"].map((to, day) => ({ to, day: day * 2 })), true],
    ["nothing", [], false],
  ])("%s", (_, decisions, broad) => {
    expect(isBroad(evidence(differing(decisions)))).toBe(broad);
  });
});

describe("what a rule covers", () => {
  const shaped = (words: string) => shapeOf(text(words), ["+1"]);
  const often = (end: string, more: Decision = {}) =>
    evidence(
      [...WORDS, "gate code changed overnight", "boiler inspection postponed again"].map((words, day) => ({
        ...more,
        words: `${words} ${end}`,
        day,
      })),
    );

  it("what its evidence held often enough", () => {
    expect(beyondEvidence(often("at nine"), shaped("We are late, 10 minutes, 3.pm"))).toBeNull();
    expect(beyondEvidence(often("for $1,200"), shaped("The rent of $900 came"))).toBeNull();
    expect(beyondEvidence(often("see ours.example"), shaped("See ours.example"))).toBeNull();
    expect(beyondEvidence(often("see ours.example", { isUnchanged: false }), shaped("ours.example"))).toBe(
      "a link",
    );
  });

  it.each([
    ["https://ours.example/visits/12?day=3", null],
    ["HTTPS://WWW.Ours.Example.", null],
    ["Write to dana@ours.example", null],
    ["see evil.example", "a link to another site"],
    ["https://ours.example@evil.example/a", "a link to another site"],
    ["https:\\\\evil.example\\ours.example", "a link to another site"],
    ["https://evil.example/ours.example", "a link to another site"],
    ["https://ours.example.evil.example", "a link to another site"],
    ["ours.example and evil.example", "a link to another site"],
    ["https://ours.example/https://evil.example", "a link to another site"],
    ["ours.example or evil[.]example", "a link to another site"],
    ["ours.example, or go to evil dot com", "a link to another site"],
    ["203.0.113.7/ours.example", "a link to another site"],
    ["tel:4125550142", "a link to another site"],
    ["evil.example//ours.example", "a link to another site"],
    ["evil.example:443//ours.example", "a link to another site"],
  ])("of links, those to the hosts it held: %s", (words, beyond) => {
    expect(beyondEvidence(often("see https://ours.example/visits/1"), shaped(words))).toBe(beyond);
  });

  it("no link by evidence from before its hosts were kept", () => {
    const before = often("see ours.example").replaceAll(
      new RegExp(`(.{${LINE_CHARS - 18}}).{18}`, "gu"),
      `$1${"0".repeat(18)}`,
    );
    expect(beyondEvidence(before, shaped("See ours.example"))).toBe("a link to another site");
  });

  it("not what it held once, be it a link, a sum, or more words", () => {
    const once = (words: string) => often("at nine") + evidence([{ words, day: 9 }]);
    expect(beyondEvidence(once("see ours.example"), shaped("See ours.example"))).toBe("a link");
    expect(beyondEvidence(once("that is $90"), shaped("Pay $90"))).toBe("a sum or a long number");
    const long = "every word here is another one and says what none of those before had said at all ".repeat(
      3,
    );
    expect(beyondEvidence(once(long), shaped(long))).toBe("more words than before");
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
