/** The passage a link asks a page to show: the address keeps its words, and the page finds them however they are marked up. */
import { describe, expect, it } from "vitest";
import {
  lineOfPassage,
  passageIn,
  placeInText,
  withPassage,
} from "../../../frontend/src/knowledge/passage/passage-words.ts";

const FILE = "# Boilers\n\n- **Cedar Hollow**: Walt put it in\n  on [November 9](https://a.example/9).\n";
const CITED = "- **Cedar Hollow**: Walt put it in\n";

describe("a passage in an address", () => {
  it("comes back as its words, and is left off what leads outside", () => {
    const link = withPassage("/workspace/a%20b.md?show=history", `${CITED} 100% “so”`);
    expect(link).toMatch(/^\/workspace\/a%20b\.md\?show=history#passage=\S+$/);
    expect(passageIn(link.slice(link.indexOf("#")))).toBe(`${CITED} 100% “so”`.trim());
    expect(withPassage("https://acme.example/OPS-1", "It leaks")).toBe("https://acme.example/OPS-1");
    expect(withPassage("/texts/1", undefined)).toBe("/texts/1");
    expect(withPassage("/texts/1", "a\uD83D")).toBe("/texts/1#passage=a%EF%BF%BD");
    expect(["", "#title", "passage=", "passage=%E0%A4%A"].map(passageIn)).toEqual([null, null, null, null]);
  });
});

describe("a passage in its text", () => {
  it("is found as it was written and as it reads", () => {
    expect(lineOfPassage(FILE, CITED.trim())).toEqual({ line: 3, words: CITED.trim() });
    const drawn = "BoilersCedar Hollow: Walt put it in\non November 9 (a.example).";
    const [from, to] = placeInText(drawn, CITED) ?? [0, 0];
    expect(drawn.slice(from, to)).toBe("Cedar Hollow: Walt put it in");
    const [linkFrom, linkTo] = placeInText(drawn, "on [November 9](https://a.example/9).") ?? [0, 0];
    expect(drawn.slice(linkFrom, linkTo)).toBe("on November 9");
  });

  it("is nowhere where a letter of it is otherwise, or it has none", () => {
    expect(placeInText(FILE, "Walt took it in")).toBeNull();
    expect(lineOfPassage(FILE, "Walt took it in")).toBeNull();
    expect(placeInText(FILE, "— …")).toBeNull();
  });
});
