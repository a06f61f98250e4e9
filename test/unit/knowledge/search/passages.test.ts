/** Things in passages, and questions in whole sentences over them. */
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import type { RetrieveQuery, SearchItem } from "../../../../src/platform/api/search-items.ts";
import { migrateSearchObject, SearchIndex } from "../../../../src/knowledge/search/index.ts";
import { passagesOf } from "../../../../src/knowledge/search/passages.ts";
import { scansOf } from "../../../support/no-scans.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

function memorySql(seen: Set<string> = new Set()): { sql: ObjectSql; database: DatabaseSync } {
  const database = new DatabaseSync(":memory:");
  const sql: ObjectSql = {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) => {
      seen.add(statement);
      return database.prepare(statement).all(...bindings) as Row[];
    },
    transaction: (work) => work(),
  };
  return { sql, database };
}

function indexOf(items: readonly SearchItem[], seen?: Set<string>) {
  const { sql, database } = memorySql(seen);
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(items, NOW);
  return { index, database };
}

let minute = 0;
const turn = (id: string, text: string, more: Partial<SearchItem> = {}): SearchItem => ({
  source: "sms",
  id,
  title: "Maria Lopez",
  text,
  at: new Date(Date.parse("2026-11-20T10:00:00Z") + 60_000 * minute++).toISOString(),
  url: `/texts/${id}`,
  thread: "sms:+14125550142",
  ...more,
});
const ids = (index: SearchIndex, question: string, more: Partial<RetrieveQuery> = {}): string[] =>
  index.passages.retrieve({ question, limit: 10, ...more }).map(({ id }) => id);
const file = (text: string): SearchItem =>
  turn("f", text, { source: "file", title: "house-rules.md", thread: null });

it("cuts an account into its name, its line and who it is, and quotes its line whichever is found", () => {
  const line = "Lakeside Care | Stage: Intake | Insurance: Malpractice | Edgewater, IL | Dental practice";
  const account = {
    ...turn("10001", line),
    source: "account",
    title: "Lakeside Care",
    thread: null,
  } as const;
  expect(passagesOf(account).map(({ text }) => text)).toEqual([
    "Lakeside Care",
    line,
    "Edgewater, IL, Dental practice",
  ]);
  const { index } = indexOf([account]);
  const near = { found: [3, 1].map((row) => ({ row, score: 0.9 })), share: 0.5 };
  const found = index.passages.retrieve({ question: "who mends teeth", limit: 3 }, near);
  expect(found.map(({ id, text }) => [id, text])).toEqual([["10001", line]]);
});

describe("a summary", () => {
  const mail = {
    source: "email",
    id: "m1",
    title: "Pump",
    text: "The seal ships on Thursday.",
    at: "2026-11-20T10:00:00.000Z",
    url: "/knowledge/m1",
  } as const;

  it("is the first passage, and what is found by it is quoted in the thing's own words", () => {
    expect(
      passagesOf({ ...mail, summary: "The vendor asks for a deposit." }).map(({ text }) => text),
    ).toEqual(["The vendor asks for a deposit.", mail.text]);
    const sql = memoryDatabase();
    migrateSearchObject(sql);
    const index = new SearchIndex(sql);
    index.put([{ ...mail, summary: "The vendor asks for a deposit." }], 1);
    const retrieve = (question: string) =>
      index.passages
        .retrieve({ question, limit: 5 })
        .map(({ text, context, summary }) => ({ text, context, summary }));
    const found = [
      {
        text: mail.text,
        context: "Pump, Friday 20 November 2026",
        summary: "The vendor asks for a deposit.",
      },
    ];
    expect(retrieve("deposit of the vendor")).toEqual(found);
    expect(retrieve("seal on Thursday")).toEqual(found);
    index.put([mail], 2);
    expect(retrieve("deposit of the vendor")).toEqual([]);
    expect(retrieve("seal on Thursday")).toMatchObject([{ summary: null }]);
  });
});

describe("passages", () => {
  it("follow a file's headings, each with those above it and the file's day", () => {
    const passages = passagesOf(
      file("Intro.\n# Pets\nNo dogs.\n## Cats\nTwo at most.\n# Noise\nQuiet from ten."),
    );
    expect(passages.map(({ text }) => text)).toEqual([
      "Intro.",
      "No dogs.",
      "Two at most.",
      "Quiet from ten.",
    ]);
    expect(passages[2]?.context).toBe("house-rules.md, Friday 20 November 2026 › Pets › Cats");
    expect(passages[3]?.context).toMatch(/› Noise$/);
  });

  it("take no line of code for a heading", () => {
    expect(
      passagesOf(file("```\n# not one\n```\n# One\nx")).map(({ context }) => context.split(" › ")[1]),
    ).toEqual([undefined, "One"]);
  });

  it("hold at most 600 words, cut between sentences, the end of one at the beginning of the next, and lose nothing", () => {
    const sentence = fc
      .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 40 })
      .map((words) => `${words.join(" ")}. `);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 120 }), (sentences) => {
        const text = sentences.join("");
        const passages = passagesOf({ ...file(text), source: "email" });
        const words = (one: string): string[] => one.match(/\S+/g) ?? [];
        for (const passage of passages) expect(words(passage.text).length).toBeLessThanOrEqual(600);
        for (const one of sentences)
          expect(passages.some((passage) => passage.text.includes(one.trim()))).toBe(true);
        for (const [index, { text: next }] of passages.slice(1).entries())
          expect(passages[index]?.text).toContain(next.split(/(?<=\.)\s/)[0]);
      }),
      { numRuns: 40 },
    );
  });

  it("begin with a table's head where they go on within it, and cut no row in two", () => {
    const row = (index: number): string =>
      `| ${index}A | tenant ${index} pays on the first | $${1_000 + index} |`;
    const rows = Array.from({ length: 200 }, (_, index) => row(index));
    const head = "| unit | who | rent |\n| --- | --- | ---: |";
    const passages = passagesOf(file(`# Rent roll\n${head}\n${rows.join("\n")}\n\nThat is all.`));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text, context } of passages) {
      expect(text.startsWith(head)).toBe(true);
      expect(context).toContain("› Rent roll");
      expect(text.match(/\S+/g)?.length).toBeLessThanOrEqual(600);
    }
    for (const one of rows) expect(passages.some(({ text }) => text.includes(one))).toBe(true);
  });

  it("cut what has no sentences at all", () => {
    const passages = passagesOf({ ...file("word ".repeat(2_000)), source: "email" });
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) expect(text.split(/\s+/).length).toBeLessThanOrEqual(600);
  });
});

describe("a question in a whole sentence", () => {
  it("finds what answers it though no passage holds all of its words", () => {
    const { index } = indexOf([
      turn("a", "The heater makes a noise"),
      turn("b", "Walt put a new valve into the boiler on Tuesday"),
      turn("c", "Thanks, see you"),
    ]);
    expect(ids(index, "When did somebody repair the valve of the boiler for us?")[0]).toBe("b");
    expect(ids(index, "Who owns an elephant?")).toEqual([]);
  });

  it("finds an answer by the question before it, also where that came in later", () => {
    const asked = turn("ask", "Which day does the exterminator come?");
    const said = turn("say", "Thursday at nine");
    const other = turn("other", "Friday at ten", { thread: "sms:+14125550199", title: "John Pruitt" });
    for (const order of [
      [asked, said, other],
      [said, other, asked],
    ]) {
      const { index } = indexOf(order);
      expect(ids(index, "exterminator").slice(0, 2)).toEqual(["ask", "say"]);
      expect(ids(index, "exterminator")).not.toContain("other");
    }
  });

  it("forgets what was said before where that is gone", () => {
    const asked = turn("ask", "Which day does the exterminator come?");
    const said = turn("say", "Thursday at nine");
    const { index } = indexOf([asked, said]);
    index.drop([{ source: "sms", id: "ask" }], NOW + 1);
    index.put([{ ...said, text: "Thursday at nine, yes" }], NOW + 1);
    expect(ids(index, "exterminator")).toEqual([]);
    expect(ids(index, "Thursday")).toEqual(["say"]);
  });

  it("knows names, numbers and days that stand around the words", () => {
    const { index } = indexOf([
      turn("a", "The kitchen is fine", { keywords: "Unit 4B, 12 Birch St" }),
      turn("b", "The kitchen is fine", {
        title: "John Pruitt",
        thread: "sms:+14125550199",
        at: "2026-03-03T10:00:00.000Z",
      }),
    ]);
    expect(ids(index, "What about the kitchen in 4B?")[0]).toBe("a");
    expect(ids(index, "What did John say about the kitchen?")[0]).toBe("b");
    expect(ids(index, "What about the kitchen in March?")[0]).toBe("b");
    expect(ids(index, "the kitchen", { about: "John Pruitt" })).toEqual(["b"]);
    expect(ids(index, "the kitchen", { from: "2026-11-01T00:00:00Z" })).toEqual(["a"]);
    expect(ids(index, "the kitchen", { thread: "sms:+14125550199" })).toEqual(["b"]);
    expect(ids(index, "the kitchen", { sources: ["email"] })).toEqual([]);
  });

  it("answers each thing once, with its best passage in its own words", () => {
    const long = file(
      `# Parking\n${"Cars stand here. ".repeat(30)}\n# Deposits\nA deposit is returned within 30 days.`,
    );
    const { index } = indexOf([long, turn("a", "cars")]);
    const found = index.passages.retrieve({ question: "When is the deposit returned?", limit: 5 });
    expect(found.map(({ id }) => id)).toEqual(["f"]);
    expect(found[0]).toMatchObject({
      text: "A deposit is returned within 30 days.",
      source: "file",
      url: "/texts/f",
    });
    expect(found[0]?.context).toContain("› Deposits");
  });

  it("takes no operator of the index's own from a question", () => {
    const { index } = indexOf([turn("a", "boiler")]);
    for (const question of [
      '"',
      "boiler AND NOT",
      "text:boiler*",
      ") OR (",
      "NEAR(boiler, 2)",
      "', drop table passages",
    ])
      expect(() => ids(index, question, { about: question })).not.toThrow();
    expect(ids(index, "boiler NEAR text:* AND")).toEqual(["a"]);
  });

  it("is behind where there are things and no passages, and not after a rebuild", () => {
    const { index, database } = indexOf([turn("a", "boiler")]);
    expect(index.passages.isBehind()).toBe(false);
    database.exec("delete from passages; insert into passage_stems (passage_stems) values ('delete-all')");
    expect(index.passages.isBehind()).toBe(true);
    index.put([turn("a", "boiler")], NOW + 1);
    expect(index.passages.isBehind()).toBe(false);
    expect(ids(index, "boiler")).toEqual(["a"]);
  });

  it("reads no table from end to end", () => {
    const seen = new Set<string>();
    const { index, database } = indexOf([turn("a", "The boiler is old"), turn("b", "We know")], seen);
    ids(index, "How old is the boiler?", { thread: "sms:+14125550142", about: "Maria" });
    index.drop([{ source: "sms", id: "a" }], NOW + 1);
    const scans = [...seen]
      .filter((statement) => /passages/.test(statement) && !/create|exists/.test(statement))
      .flatMap((statement) => scansOf(database, statement));
    expect(scans).toEqual([]);
  });
});
