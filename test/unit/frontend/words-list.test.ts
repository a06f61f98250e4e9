import { describe, expect, it } from "vitest";
import { minutesOf, shownWords, wordsOf } from "../../../frontend/src/components/settings/words-list.ts";

describe("a box of words", () => {
  it("holds each word once, one a line or between commas, and none of one letter", () => {
    expect(wordsOf("rent, late fee\n rent \n\nx\n", 20)).toEqual(["rent", "late fee"]);
    expect(wordsOf("aa\nbb\ncc", 2)).toEqual(["aa", "bb"]);
    expect(wordsOf("a".repeat(80), 20)).toEqual(["a".repeat(60)]);
  });

  it("counts each letter that is typed, and keeps a line that is only begun", () => {
    let value: string[] = ["rent"];
    const type = (typed: string): string => {
      value = wordsOf(typed, 20);
      return shownWords(typed, value, 20);
    };
    expect(type("rent\n")).toBe("rent\n");
    expect(value).toEqual(["rent"]);
    expect(type("rent\nl")).toBe("rent\nl");
    expect(type("rent\nla")).toBe("rent\nla");
    expect(value).toEqual(["rent", "la"]);
  });

  it("shows what holds where it was discarded, or saved by others, while somebody typed", () => {
    expect(shownWords("rent\nla", ["rent"], 20)).toBe("rent");
    expect(shownWords("rent\n", ["flood"], 20)).toBe("flood");
    expect(shownWords(null, ["flood", "fire"], 20)).toBe("flood\nfire");
  });
});

describe("a box of minutes", () => {
  it("holds up to five times, and none while one is no time", () => {
    expect(minutesOf("15, 60,")).toEqual([15, 60]);
    expect(minutesOf("")).toEqual([]);
    for (const text of ["15, x", "0", "1,2,3,4,5,6", "-1"]) expect(minutesOf(text), text).toBeNull();
  });
});
