import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDraft } from "../../../frontend/src/workspace/drafts.ts";
import { frontMatterOf } from "../../../frontend/src/workspace/front-matter.ts";
import { mergedText, mergeTexts } from "../../../frontend/src/workspace/merge-texts.ts";
import {
  discarded,
  afterServer,
  isDirty,
  merged,
  opened,
  saved,
  typed,
  withDraft,
  type Edition,
} from "../../../frontend/src/workspace/open-file.ts";

const edition = (version: number, content: string): Edition => ({ etag: `v${version}`, version, content });

describe("an open file", () => {
  it("shows a colleague's version at once where nothing was typed", () => {
    const file = afterServer(opened(edition(1, "a")), edition(2, "b"));
    expect(file).toMatchObject({ text: "b", theirs: null, revision: 1 });
    expect(isDirty(file)).toBe(false);
  });

  it("keeps what was typed beside a colleague's version, until both are put together", () => {
    const file = afterServer(typed(opened(edition(1, "a")), "mine"), edition(2, "theirs"));
    expect(file).toMatchObject({ text: "mine", theirs: { etag: "v2" }, base: { etag: "v1" } });
    const together = merged(file, "theirs\nmine");
    expect(together).toMatchObject({ text: "theirs\nmine", base: { etag: "v2" }, theirs: null });
    expect(saved(together, edition(3, "theirs\nmine"))).toMatchObject({ base: { etag: "v3" } });
  });

  it("believes no answer that a newer one has overtaken", () => {
    const file = saved(typed(opened(edition(1, "a")), "b"), edition(2, "b"));
    expect(afterServer(file, edition(1, "a"))).toBe(file);
  });

  it("stays unsaved in what was typed while it was being saved", () => {
    const file = saved(typed(opened(edition(1, "a")), "abc"), edition(2, "ab"));
    expect(isDirty(file)).toBe(true);
    expect(file.text).toBe("abc");
  });

  it("knows its own version when the feed tells of it before the answer does", () => {
    const sent = typed(typed(opened(edition(1, "a")), "ab"), "abc");
    const told = afterServer(sent, edition(2, "ab"));
    expect(told.theirs?.etag).toBe("v2");
    expect(saved(told, edition(2, "ab"))).toMatchObject({ text: "abc", theirs: null, base: { etag: "v2" } });
  });

  it("needs no merge where both came to the same words", () => {
    const file = afterServer(typed(opened(edition(1, "a")), "same"), edition(2, "same"));
    expect(file).toMatchObject({ theirs: null, base: { etag: "v2" } });
    expect(isDirty(file)).toBe(false);
  });

  it("brings a draft back over the version it began with, so that a newer one is merged and not overwritten", () => {
    const file = withDraft(opened(edition(5, "newer")), { base: edition(3, "old"), text: "draft" });
    expect(file).toMatchObject({ text: "draft", base: { etag: "v3" }, theirs: { etag: "v5" } });
    expect(discarded(file)).toMatchObject({ text: "newer", base: { etag: "v5" }, theirs: null });
  });

  it("reads only drafts that are whole", () => {
    expect(parseDraft('{"etag":"v1","text":"t","at":"2026-11-21T00:00:00Z"}')?.text).toBe("t");
    for (const stored of [null, "", "{", "null", "[]", '{"etag":1,"text":"t","at":""}', '{"text":"t"}'])
      expect(parseDraft(stored)).toBeNull();
  });
});

describe("two texts that grew from one", () => {
  it("take what only one side changed by themselves", () => {
    const merge = mergeTexts("a\nb\nc\nd\ne", "A\nb\nc\nd\ne", "a\nb\nc\nd\nE");
    expect(merge.clashes).toEqual([]);
    expect(merge.taken).toBe(1);
    expect(mergedText(merge, [])).toBe("A\nb\nc\nd\nE");
  });

  it("leave texts of thousands of equal lines to the person, whole", () => {
    const many = (first: string): string => [first, ...Array<string>(8_000).fill("-")].join("\n");
    const merge = mergeTexts(many("before"), many("mine"), many("theirs"));
    expect(merge.clashes).toEqual([{ before: many("before"), mine: many("mine"), theirs: many("theirs") }]);
    expect(mergedText(merge, ["mine"])).toBe(many("mine"));
  });

  it("keep both where both changed the same line, until somebody chooses", () => {
    const merge = mergeTexts("one\nx\nlast", "one\nmine\nlast", "one\ntheirs\nlast");
    expect(merge.clashes).toEqual([{ before: "x", mine: "mine", theirs: "theirs" }]);
    expect(mergedText(merge, [])).toBe("one\ntheirs\nmine\nlast");
    expect(mergedText(merge, ["mine"])).toBe("one\nmine\nlast");
    expect(mergedText(merge, ["theirs"])).toBe("one\ntheirs\nlast");
  });

  it("lose no line of either side that was not there before, whatever they are", () => {
    const lines = (letters: readonly string[]) =>
      fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(
        lines(["a", "b", "c"]),
        lines(["a", "b", "c", "m1", "m2"]),
        lines(["a", "b", "c", "t1", "t2"]),
        (before, mine, theirs) => {
          const result = mergedText(mergeTexts(before, mine, theirs), []).split("\n");
          const many = (all: readonly string[], one: string): number =>
            all.filter((line) => line === one).length;
          for (const line of ["m1", "m2"]) expect(many(result, line)).toBe(many(mine.split("\n"), line));
          for (const line of ["t1", "t2"]) expect(many(result, line)).toBe(many(theirs.split("\n"), line));
        },
      ),
    );
  });

  it("take one side whole where it is chosen everywhere and only that side changed", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, mine) => {
        expect(mergedText(mergeTexts(before, mine, before), [])).toBe(mine);
        expect(mergedText(mergeTexts(before, before, mine), [])).toBe(mine);
      }),
    );
  });
});

describe("the settings at the top of a file", () => {
  it("are told from its body", () => {
    expect(frontMatterOf('---\nname: "x"\ndescription: >\n  one\n  two\n---\n# Body')).toEqual({
      settings: [
        { name: "name", value: "x" },
        { name: "description", value: "one\ntwo" },
      ],
      body: "# Body",
    });
  });

  it.each(["# No settings", "---\nnever closed", "text\n---\nname: x\n---"])("are none in %j", (text) => {
    expect(frontMatterOf(text)).toEqual({ settings: [], body: text });
  });
});
