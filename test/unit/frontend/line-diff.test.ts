import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, foldSame } from "../../../frontend/src/components/line-diff.ts";

describe("line by line comparison", () => {
  it("shows an added and a removed line between what stayed", () => {
    expect(diffLines("a\nb\nc", "a\nx\nc")).toEqual([
      { kind: "same", text: "a" },
      { kind: "removed", text: "b" },
      { kind: "added", text: "x" },
      { kind: "same", text: "c" },
    ]);
  });

  it("loses and invents nothing, whatever the texts are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const lines = diffLines(from, to);
        const left = lines.filter(({ kind }) => kind !== "added").map((line) => line.text);
        const right = lines.filter(({ kind }) => kind !== "removed").map((line) => line.text);
        expect(left.join("\n")).toBe(from);
        expect(right.join("\n")).toBe(to);
      }),
    );
  });

  it("keeps what stayed of a long text with changes all over it", () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => `Line ${index}`);
    const changed = lines.map((line, index) => (index % 9 === 0 ? `${line}, changed` : line));
    const same = diffLines(lines.join("\n"), changed.join("\n")).filter(({ kind }) => kind === "same");
    expect(same).toHaveLength(2_222);
  });

  it("folds what is far from any change", () => {
    const lines = diffLines("1\n2\n3\n4\n5\n6\n7", "1\n2\n3\n4\n5\n6\nseven");
    expect(foldSame(lines, 1)).toEqual([
      { kind: "gap", lines: 5 },
      { kind: "same", text: "6" },
      { kind: "removed", text: "7" },
      { kind: "added", text: "seven" },
    ]);
  });
});
