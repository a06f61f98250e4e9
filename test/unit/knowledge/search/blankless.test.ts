/** READ-WHOLE: words of scripts that put no blanks between them are found by any part, and shown as they were written. */
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { migrateSearchObject, SearchIndex } from "../../../../src/knowledge/search/index.ts";
import { parted, joinParts } from "../../../../src/knowledge/search/parts.ts";
import { passagesOf } from "../../../../src/knowledge/search/passages.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

function freshIndex(items: readonly SearchItem[] = []): {
  readonly index: SearchIndex;
  readonly sql: ObjectSql;
} {
  const database = new DatabaseSync(":memory:");
  const sql: ObjectSql = {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(items, NOW);
  return { index, sql };
}

const item = (id: string, words: string, more: Partial<SearchItem> = {}): SearchItem => ({
  source: "sms",
  id,
  title: "Maria Lopez",
  text: words,
  at: "2026-11-20T10:00:00.000Z",
  url: `/texts/${id}`,
  thread: "sms:+14125550142",
  ...more,
});

const LEAK = item("ja", "お世話になっております。台所の水漏れがひどくなりました。3C号室です。", {
  source: "email",
});
const OTHERS = [
  item("zh", "您好，厨房的水管漏水了，请尽快派人来修。", { thread: "2" }),
  item("ko", "안녕하세요. 보일러가 고장났어요. 온수가 안 나옵니다.", { thread: "3" }),
  item("th", "สวัสดีครับ น้ำรั่วในห้องครัวตั้งแต่เมื่อวาน", { thread: "4" }),
  item("fa", "من فردا نمی\u200cآیم. خانه\u200cها سرد هستند.", { thread: "5" }),
  item("en", "The heater in 3C is broken", { thread: "6" }),
];
const { index } = freshIndex([LEAK, ...OTHERS]);
const ids = (q: string, more: object = {}): string[] =>
  index.query({ q, limit: 10, ...more }).items.map(({ id }) => id);

describe("a word in a form of its own", () => {
  const formed = freshIndex([
    item("kana", "ﾎﾞｲﾗｰが壊れた", { source: "email" }),
    item("wide", "ＡＢＣ１２３号室", { source: "email", thread: "2" }),
    item("ar", "المطبخُ فيه تسرّب", { source: "email", thread: "3" }),
    item("he", "הַמִּטְבָּח מוּצָף", { source: "email", thread: "4" }),
    item("plain", "ABC999 and the ボイラー室", { source: "email", thread: "5" }),
  ]).index;

  it.each([
    ["ボイラー", ["kana", "plain"]],
    ["ﾎﾞｲﾗｰ", ["kana", "plain"]],
    ["壊れ", ["kana"]],
    ["abc123", ["wide"]],
    ["ＡＢＣ１２３", ["wide"]],
    ["ＡＢＣ９９９", ["plain"]],
    ["تسرب", ["ar"]],
    ["تسرّب", ["ar"]],
    ["المطبخ", ["ar"]],
    ["המטבח", ["he"]],
    ["מוצף", ["he"]],
  ])("is found by %s", (q, expected) => {
    const found = formed.query({ q, limit: 10 }).items.map(({ id }) => id);
    expect(found.toSorted()).toEqual(expected);
  });

  it("is shown as it was written", () => {
    const [hit] = formed.query({ q: "abc123", limit: 1 }).items;
    expect(hit?.snippet).toBe("ＡＢＣ１２３号室");
  });
});

describe("a text without blanks", () => {
  it.each([
    ["台所", "ja"],
    ["水漏れ", "ja"],
    ["漏れ", "ja"],
    ["号室", "ja"],
    ["厨房", "zh"],
    ["漏水", "zh"],
    ["水管漏水", "zh"],
    ["厨房 漏水", "zh"],
    ["보일러", "ko"],
    ["보일러 고장", "ko"],
    ["온수", "ko"],
    ["ห้องครัว", "th"],
    ["น้ำรั่ว", "th"],
  ])("is found by %s", (q, id) => {
    expect(ids(q)).toEqual([id]);
    expect(ids(q, { typing: true })).toEqual([id]);
  });

  it.each(["所台", "水所", "러보", "管水"])("isn’t found by its letters in another order: %s", (q) => {
    expect(index.query({ q, limit: 10 })).toMatchObject({ items: [] });
  });

  it("is found by what stands beside it in other letters", () => {
    expect(ids("3C").toSorted()).toEqual(["en", "ja"]);
    expect(ids("heaters")).toEqual(["en"]);
  });

  it("is shown as it was written, with its marks", () => {
    const [hit] = index.query({ q: "水漏れ", limit: 1 }).items;
    expect(hit?.snippet).toBe(LEAK.text);
    expect(hit?.snippetRanges.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(["水漏れ"]);
  });

  it.each([
    ["台所の水漏れはいつ直りますか", "ja"],
    ["厨房什么时候漏水的", "zh"],
    ["보일러는 언제 고장났나요?", "ko"],
    ["ห้องครัวน้ำรั่วเมื่อไหร่", "th"],
  ])("answers a question in whole sentences: %s", (question, id) => {
    const [first] = index.passages.retrieve({ question, limit: 3 });
    expect(first?.id).toBe(id);
    expect(first?.text).toBe([LEAK, ...OTHERS].find((one) => one.id === id)?.text);
    expect(ids(question)[0]).toBe(id);
  });

  it("is what it was to whoever embeds it", () => {
    const { passages } = index.passages.vectors.next(50);
    expect(JSON.stringify(passages)).not.toContain("\\u0001");
    expect(passages.map(({ text }) => text).join("\n")).toContain("台所の水漏れがひどくなりました");
  });

  it("is cut into passages as one with blanks is, and loses nothing", () => {
    const long = Array.from({ length: 400 }, (_, at) => `台所の水漏れは第${at}号室です。`).join("");
    const passages = passagesOf(item("long", long, { source: "email", thread: null }));
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) expect(Array.from(text).length).toBeLessThanOrEqual(1_300);
    for (let at = 0; at < 400; at++)
      expect(passages.some(({ text }) => text.includes(`第${at}号室です`))).toBe(true);
  });

  it("goes without a trace, and its folder is found by the beginning of its path", () => {
    const { index: own, sql } = freshIndex([
      LEAK,
      item("f", "家賃は十万円", { source: "file", title: "契約/三号室.md" }),
    ]);
    expect(own.files.find({ words: ["十万円"], folder: "契約", limit: 5 })?.ids).toEqual(["f"]);
    expect(own.files.find({ words: ["十万円"], folder: "契", limit: 5 })?.ids).toEqual([]);
    for (const table of ["stems", "words", "passage_stems"])
      sql.rows(`insert into ${table} (${table}, rank) values ('integrity-check', 1)`);
    own.drop([LEAK], NOW + 1);
    expect(own.query({ q: "台所", limit: 5 }).items).toEqual([]);
    expect(sql.rows("select count(*) as n from stems_docsize")).toEqual([{ n: 1 }]);
    expect(own.has(item("f", "家賃は十万円", { source: "file", title: "契約/三号室.md" }))).toBe(true);
  });
});

it("whatever is indexed comes back as it was, and is found by any part of it", () => {
  const letters = fc.constantFrom(..."台所水漏れのーラ보일러ห้องำかが3C é、。  \u0301".split(""));
  const texts = fc.array(letters, { maxLength: 30 }).map((all) => all.join(""));
  fc.assert(
    fc.property(texts, (words) => {
      expect(joinParts(parted(words))).toBe(words);
    }),
    { numRuns: 2_000 },
  );
  const runs = fc.array(fc.constantFrom(...Array.from("台所水漏れ보일러")), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(runs, fc.nat(11), fc.integer({ min: 1, max: 6 }), (all, from, length) => {
      const part = all.slice(from % all.length, (from % all.length) + length).join("");
      const { index: own } = freshIndex([item("a", `x ${all.join("")} y`)]);
      const [hit] = own.query({ q: part, limit: 1 }).items;
      expect(hit?.snippet).toBe(`x ${all.join("")} y`);
      for (const [start, end] of hit?.snippetRanges ?? [])
        expect(hit?.snippet.slice(start, end)).toContain(part);
    }),
    { numRuns: 150 },
  );
});

describe("a Persian word", () => {
  it.each(["نمی\u200cآیم", "نمیآیم", "خانه\u200cها", "خانهها", "خانه"])(
    "is found with its non-joiner and without: %s",
    (q) => {
      expect(ids(q)).toEqual(["fa"]);
      expect(ids(q, { typing: true })).toEqual(["fa"]);
    },
  );

  it("written without is found by one with it", () => {
    const { index: own } = freshIndex([item("a", "فردا نمیآیم")]);
    expect(own.query({ q: "نمی\u200cآیم", limit: 5 }).items.map(({ id }) => id)).toEqual(["a"]);
  });
});

it("an index from before is made again where it holds such letters, and only there", () => {
  const behind = (words: string): boolean => {
    const { index: own, sql } = freshIndex([item("a", words)]);
    // Back to before the three steps, which then run again.
    sql.rows("drop table unparted");
    sql.rows("update schema_version set version = version - 3");
    migrateSearchObject(sql);
    return own.passages.isBehind();
  };
  expect(behind("台所の水漏れ")).toBe(true);
  expect(behind("보일러")).toBe(true);
  expect(behind("น้ำรั่ว")).toBe(true);
  expect(behind("تسرّب")).toBe(true);
  expect(behind("ＡＢＣ")).toBe(true);
  expect(behind("The heater é ß نمی Привет")).toBe(false);
});
