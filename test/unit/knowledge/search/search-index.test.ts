import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { migrateSearchObject, SearchIndex } from "../../../../src/knowledge/search/index.ts";
import { scansOf } from "../../../support/no-scans.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

function memorySql(): ObjectSql {
  const database = new DatabaseSync(":memory:");
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
}

function freshIndex(items: readonly SearchItem[] = []): SearchIndex {
  const sql = memorySql();
  migrateSearchObject(sql);
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(items, NOW);
  return index;
}

function text(id: string, words: string, more: Partial<SearchItem> = {}): SearchItem {
  return {
    source: "sms",
    id,
    title: "Maria Lopez",
    text: words,
    keywords: "+14125550142 (412) 555-0142 Tenant, 12 Birch St, Unit 4B",
    at: "2026-11-20T10:00:00.000Z",
    url: `/texts/${id}`,
    thread: "sms:+14125550142",
    ...more,
  };
}

const ids = (index: SearchIndex, q: string, more: object = {}): string[] =>
  index.query({ q, limit: 10, ...more }).items.map(({ id }) => id);

describe("the search index", () => {
  it("finds words by their stems, without their accents, in any case", () => {
    const index = freshIndex([text("a", "The heater is broken again"), text("b", "Café señora at the door")]);
    expect(ids(index, "HEATERS")).toEqual(["a"]);
    expect(ids(index, "breaking heater")).toEqual(["a"]);
    expect(ids(index, "cafe senora")).toEqual(["b"]);
  });

  it("finds a text by whose it is: name, unit, and number however it is written", () => {
    const index = freshIndex([
      text("a", "Hello"),
      text("b", "Hello", { title: "Ed", keywords: "+13125550100" }),
    ]);
    for (const q of ["maria", "4B", "(412) 555-0142", "+14125550142", "412-555-0142"]) {
      expect(ids(index, q), q).toEqual(["a"]);
    }
  });

  it("finds words that are still being typed only where it is told so", () => {
    const index = freshIndex([text("a", "The radiators are cold")]);
    expect(ids(index, "radia", { typing: true })).toEqual(["a"]);
    expect(ids(index, "cold radia", { typing: true })).toEqual(["a"]);
    expect(ids(index, "radia")).toEqual([]);
  });

  it("leaves out words that say nothing, unless there are no others", () => {
    const index = freshIndex([text("a", "What about the keys"), text("b", "The rent is paid")]);
    expect(ids(index, "what did Maria say about the keys")).toEqual(["a"]);
    expect(ids(index, "what about")).toEqual(["a"]);
  });

  it("answers with what holds all words, else with what holds some, and says which", () => {
    const index = freshIndex([text("a", "keys and rent"), text("b", "keys"), text("c", "rent")]);
    expect(index.query({ q: "keys rent", limit: 10 })).toMatchObject({
      matched: "all",
      items: [{ id: "a" }],
    });
    const some = index.query({ q: "keys parking", limit: 10 });
    expect(some.matched).toBe("some");
    expect(some.items.map(({ id }) => id).toSorted()).toEqual(["a", "b"]);
  });

  it("pages through everything once", () => {
    const index = freshIndex(Array.from({ length: 25 }, (_, n) => text(`t${n}`, `keys number ${n}`)));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = index.query({ q: "keys", limit: 10, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(25);
    expect(seen).toHaveLength(25);
  });

  it("keeps to sources, times and a thread", () => {
    const index = freshIndex([
      text("a", "keys"),
      text("b", "keys", { source: "email", thread: "email:1" }),
      text("c", "keys", { at: "2025-01-01T00:00:00.000Z" }),
    ]);
    expect(ids(index, "keys", { sources: ["email"] })).toEqual(["b"]);
    expect(ids(index, "keys", { to: "2025-06-01T00:00:00.000Z" })).toEqual(["c"]);
    expect(ids(index, "keys", { from: "2026-11-20T10:00:00.000Z" })).toEqual(["a", "b"]);
    expect(ids(index, "keys", { thread: "sms:+14125550142" }).toSorted()).toEqual(["a", "c"]);
  });

  it("marks what was found by ranges of the words as they are, markup and marks included", () => {
    const index = freshIndex([text("a", "<b>heater</b> \u0002broken\u0003 & cold")]);
    const [hit] = index.query({ q: "broken heaters maria", limit: 1 }).items;
    expect(hit?.snippet).toBe("<b>heater</b>  broken  & cold");
    expect(hit?.snippetRanges.map(([from, to]) => hit.snippet.slice(from, to))).toEqual(["heater", "broken"]);
    expect(hit?.titleRanges.map(([from, to]) => hit.title.slice(from, to))).toEqual(["Maria"]);
  });

  it("shows the words around a match deep in a long text", () => {
    const index = freshIndex([
      text("a", `${"lorem ipsum ".repeat(300)} the needle is here ${"dolor ".repeat(300)}`),
    ]);
    const [hit] = index.query({ q: "needle", limit: 1 }).items;
    expect(hit?.snippet.length).toBeLessThan(300);
    const [from, to] = hit?.snippetRanges[0] ?? [0, 0];
    expect(hit?.snippet.slice(from, to)).toBe("needle");
  });

  it("is the same whatever order readings of the same thing come in, and forgets what is gone", () => {
    const index = freshIndex();
    index.put([text("a", "new words", { version: 20 })], NOW);
    index.put([text("a", "old words", { version: 10 })], NOW);
    expect(ids(index, "old")).toEqual([]);
    expect(ids(index, "new")).toEqual(["a"]);
    index.drop([{ source: "sms", id: "a", version: 30 }], NOW);
    index.put([text("a", "late words", { version: 25 })], NOW);
    expect(ids(index, "words")).toEqual([]);
    expect(index.counts().items).toBe(0);
    index.put([text("a", "again", { version: 40 })], NOW);
    expect(ids(index, "again")).toEqual(["a"]);
  });

  it("drops what a rebuild did not find again, of the sources it read", () => {
    const index = freshIndex([
      text("a", "keys", { version: 5 }),
      text("b", "keys", { source: "file", version: 5 }),
    ]);
    expect(index.dropOlderThan(["sms"], 6, 10)).toBe(true);
    expect(ids(index, "keys")).toEqual(["b"]);
  });

  it("GROWTH: a common word finds the newest that hold it, and a rare one beside it what is meant", () => {
    const day = (index: number): string => new Date(NOW - index * 60_000).toISOString();
    const many = Array.from({ length: 3_100 }, (_, index) =>
      text(`n${index}`, "water", { at: day(3_100 - index) }),
    );
    const index = freshIndex([text("meant", "the schultz boiler leaks water", { at: day(9_000) }), ...many]);
    expect(ids(index, "water").slice(0, 3)).toEqual(["n3099", "n3098", "n3097"]);
    expect(ids(index, "water schultz")).toEqual(["meant"]);
    expect(ids(index, "water schultz zeppelin")).toEqual(["meant"]);
    expect(ids(index, "wat", { typing: true }).slice(0, 2)).toEqual(["n3099", "n3098"]);
    const second = index.query({
      q: "water",
      limit: 10,
      cursor: index.query({ q: "water", limit: 10 }).nextCursor ?? "",
    });
    expect(second.items[0]?.id).toBe("n3089");
  });

  it("GROWTH: no statement of a question or a write walks through all items", () => {
    const statements = new Set<string>();
    const database = new DatabaseSync(":memory:");
    const sql: ObjectSql = {
      rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) => {
        statements.add(statement);
        return database.prepare(statement).all(...bindings) as Row[];
      },
      transaction: (work) => work(),
    };
    migrateSearchObject(sql);
    statements.clear();
    const index = new SearchIndex(sql);
    index.put([text("a", "keys")], NOW);
    index.drop([{ source: "sms", id: "a" }], NOW);
    index.query({ q: "keys rent", limit: 5, typing: true });
    expect(statements.size).toBeGreaterThan(6);
    expect([...statements].flatMap((statement) => scansOf(database, statement))).toEqual([]);
  });

  it("takes any question at all without its syntax meaning anything", () => {
    const index = freshIndex([text("a", "keys AND rent")]);
    for (const q of [
      '"',
      '" OR "',
      "title:keys",
      "keys*",
      "NEAR(keys rent)",
      "keys) OR (1",
      "'; drop table items;--",
      "^keys",
      "-",
      "AND",
      "a".repeat(400),
      "{title text}: x",
      "\u0000keys",
    ]) {
      expect(() => index.query({ q, limit: 5, typing: true }), q).not.toThrow();
    }
    expect(ids(index, "NOT keys")).toEqual(["a"]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.boolean(), (q, typing) => {
        const page = index.query({ q, limit: 5, typing });
        for (const hit of page.items)
          for (const [from, to] of hit.snippetRanges)
            expect(from < to && to <= hit.snippet.length).toBe(true);
      }),
    );
  });
});
