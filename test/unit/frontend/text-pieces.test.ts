import { describe, expect, it } from "vitest";
import { beginning, clipped, textChunks } from "../../../frontend/src/components/text-pieces.ts";
import { markdownTokens } from "../../../frontend/src/components/markdown-tokens.ts";

describe("a long text", () => {
  it("is cut into pieces that leave nothing out and never halve a character", () => {
    for (const text of ["a".repeat(50_001), "line of words\n".repeat(5000), "😀".repeat(30_001), ""]) {
      expect(textChunks(text).join("")).toBe(text);
      expect(textChunks(text).every((piece) => piece.length <= 20_000)).toBe(true);
      expect(textChunks(text).some((piece) => /^[\uDC00-\uDFFF]/.test(piece))).toBe(false);
    }
  });

  it("begins with so many characters or lines, whichever is less, and a short one is not cut", () => {
    expect(beginning("one\ntwo\nthree", 100, 3)).toBeNull();
    expect(beginning("one\ntwo\nthree", 100, 2)).toBe("one\ntwo");
    expect(beginning("one\ntwo\nthree", 5, 2)).toBe("one\nt");
    expect(beginning("😀😀", 3, 9)).toBe("😀");
  });

  it("stands in one line with a sign that there is more", () => {
    expect(clipped("abc", 3)).toBe("abc");
    expect(clipped("abcd", 3)).toBe("abc…");
  });

  it("hides nothing there: a name that would turn the words around it is shown with what turns them", () => {
    expect(clipped("Maria \u202Eznezep", 100)).toBe("Maria ⟦U+202E⟧znezep");
    expect(clipped("Pa\u200Bul", 4)).toBe("Pa⟦U+200B⟧u…");
    expect(clipped("Zoë 👩‍👧 José", 100)).toBe("Zoë 👩‍👧 José");
  });
});

describe("a table", () => {
  it("is one up to a few thousand cells; a larger one is shown as it was written", () => {
    const type = (text: string) => markdownTokens(text, null, new Map())?.[0]?.type;
    expect(type(`|a|b|\n|-|-|\n${"|1|2|\n".repeat(500)}`)).toBe("table");
    expect(type(`|a|b|\n|-|-|\n${"|1|2|\n".repeat(5000)}`)).not.toBe("table");
    expect(type(`${"|a".repeat(1000)}|\n${"|-".repeat(1000)}|\n${"|b\n".repeat(20_000)}`)).not.toBe("table");
  });
});
