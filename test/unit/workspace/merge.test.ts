import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffTexts, hasMoreLines, linesOf, mergeTexts } from "../../../src/workspace/index.ts";

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const lines = fc.array(fc.constantFrom("a", "b", "", "c d"), { maxLength: 30 });

describe("two texts that grew from one", () => {
  it("become what only one side changed, whichever side it was", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [base, changed] = [text(before), text(after)];
        expect(mergeTexts({ mine: changed, base, theirs: base })).toEqual({ content: changed, conflicts: 0 });
        expect(mergeTexts({ mine: base, base, theirs: changed })).toEqual({ content: changed, conflicts: 0 });
        expect(mergeTexts({ mine: changed, base, theirs: changed })?.conflicts).toBe(0);
      }),
    );
  });

  it("hold both changes, also at their very ends", () => {
    expect(mergeTexts({ mine: "A\nb\nc\n", base: "a\nb\nc\n", theirs: "a\nb\nC\n" })).toEqual({
      content: "A\nb\nC\n",
      conflicts: 0,
    });
    expect(mergeTexts({ mine: "a\nmine\nc\n", base: "a\nb\nc\n", theirs: "a\ntheirs\nc\n" })).toMatchObject({
      conflicts: 1,
    });
    expect(mergeTexts({ mine: "a\n", base: "a\na\n", theirs: "a\na\na\n" })?.conflicts).toBe(1);
  });

  it("of thousands of equal lines are a person's to merge where they differ at both ends, and merged where they do not", () => {
    const many = (first: string, last: string): string =>
      text([first, ...Array<string>(6_000).fill("-"), last]);
    const base = many("first", "last");
    expect(mergeTexts({ mine: many("mine", "last"), base, theirs: many("first", "theirs") })).toBeNull();
    expect(mergeTexts({ mine: many("mine", "last"), base, theirs: base })?.content).toBe(
      many("mine", "last"),
    );
  });

  it("are merged at a length people write", () => {
    const long = (first: string, last: string): string =>
      text([first, ...Array.from({ length: 1_000 }, (_, at) => (at % 4 === 0 ? "" : `line ${at}`)), last]);
    const merged = mergeTexts({ mine: long("A", "z"), base: long("a", "z"), theirs: long("a", "Z") });
    expect(merged).toEqual({ content: long("A", "Z"), conflicts: 0 });
  });
});

describe("lines", () => {
  it("are counted as they are shown, whatever ends them", () => {
    const pieces = fc.array(fc.constantFrom("a", "\n", "\r", "\r\n"), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 12 }), (parts, most) => {
        const content = parts.join("");
        expect(hasMoreLines(content, most)).toBe(linesOf(content).length > most);
      }),
    );
  });
});

describe("a difference", () => {
  it("is shown whole where the texts differ in more lines than asked for", () => {
    const numbers = (from: number): string => text(Array.from({ length: 200 }, (_, at) => String(from + at)));
    expect(diffTexts(numbers(0), numbers(1_000), 100)).toMatchObject({ wholesale: true, added: 200 });
    expect(diffTexts(numbers(0), numbers(1_000)).wholesale).toBe(false);
  });
});
