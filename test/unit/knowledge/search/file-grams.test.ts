/** Files by the characters in them: what holds them is always named. */
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import { foldWords } from "../../../../src/kernel/fold-words.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { migrateSearchObject, SearchIndex } from "../../../../src/knowledge/search/index.ts";

function indexOf(texts: readonly string[]): SearchIndex {
  const database = new DatabaseSync(":memory:");
  const sql: ObjectSql = {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(texts.map(fileOf), 1);
  return index;
}

function fileOf(text: string, at: number): SearchItem {
  return {
    source: "file",
    id: `f${at}`,
    title: `areas/f${at}.md`,
    text,
    at: "2026-11-20T10:00:00.000Z",
    url: "/",
  };
}

const named = (index: SearchIndex, words: readonly string[], folder = ""): readonly string[] | null =>
  index.files.find({ words, folder, limit: 100 })?.ids ?? null;

describe("files by their characters", () => {
  it("names every file that holds a part of a word, however short, in any script, whatever the case", () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from("abBzé日本 \n\"'*-ß🙂")),
      maxLength: 24,
    });
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (texts, which, from, length) => {
          const index = indexOf(texts);
          const words = foldWords(texts[which % texts.length] ?? "")
            .split(/\s+/)
            .filter((word) => word !== "");
          const word = Array.from(words[from % (words.length || 1)] ?? "")
            .slice(0, 1 + (length % 8))
            .join("");
          if (word === "") return;
          const found = named(index, [word]);
          const holding = texts.flatMap((text, at) => (foldWords(text).includes(word) ? [`f${at}`] : []));
          if (found !== null) expect(holding.filter((id) => !found.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("names no others where the characters stand nowhere, and follows what changes and goes", () => {
    const index = indexOf(["The boiler leaks", "boil and err", "nothing"]);
    expect(named(index, ["oiler"])).toEqual(["f0"]);
    expect(named(index, ["zz"])).toEqual([]);
    expect(named(index, ["boil", "err"])).toEqual(["f1"]);
    expect(named(index, ["boil"], "areas")).toEqual(["f0", "f1"]);
    expect(named(index, ["boil"], "other")).toEqual([]);
    index.put([fileOf("The valve", 0)], 2);
    index.drop([{ source: "file", id: "f1" }], 2);
    expect(named(index, ["boil"])).toEqual([]);
    expect(index.files.find({ words: ["valve"], folder: "", limit: 9 })).toEqual({ ids: ["f0"], known: 2 });
  });

  it("always names a file of which it knows a part alone", () => {
    const index = indexOf(["short"]);
    index.put([{ ...fileOf("long", 7), isCut: true }], 2);
    expect(named(index, ["elsewhere"])).toEqual(["f7"]);
  });
});
