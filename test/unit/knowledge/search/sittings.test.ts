/** What of the passages found a model is shown: as much as a budget of words holds, turns that stand together as one excerpt. */
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import {
  excerptsOf,
  migrateSearchObject,
  partAbout,
  SearchIndex,
  SHOWN,
} from "../../../../src/knowledge/search/index.ts";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import type { RetrieveQuery, SearchItem } from "../../../../src/platform/api/search-items.ts";

const MARIA = "sms:+14125550142";

function indexOf(items: readonly SearchItem[]): SearchIndex {
  const database = new DatabaseSync(":memory:");
  const sql: ObjectSql = {
    rows: <Row>(text: string, ...values: readonly SqlValue[]) =>
      database.prepare(text).all(...values) as Row[],
    transaction: (work) => work(),
  };
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(items, 1);
  return index;
}

const text = (minute: number, words: string, more: Partial<SearchItem> = {}): SearchItem => ({
  source: "sms",
  id: `t${minute}`,
  title: "Maria Lopez",
  text: words,
  at: new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString(),
  url: "/texts/maria",
  thread: MARIA,
  meta: { direction: minute % 2 === 0 ? "outgoing" : "incoming" },
  ...more,
});

const TALK = [
  text(1, "The radiator in the bedroom is cold again."),
  text(2, "Which one do you mean?"),
  text(3, "The one by the window."),
  text(4, "Walt comes on Thursday."),
  text(5, "Thanks!"),
];

function asked(items: readonly SearchItem[], question: string, more: Partial<RetrieveQuery> = {}) {
  const query = { question, limit: 60, withTurns: true, ...more };
  return indexOf(items).passages.retrieve(query);
}

it("shows a turn with what was said right before and after it, once, as one excerpt in the order of the talk", () => {
  const excerpts = excerptsOf(asked(TALK, "Which radiator by the window is cold?"), SHOWN);
  expect(excerpts).toHaveLength(1);
  expect(excerpts[0]?.turns.map(({ id, isOurs }) => [id, isOurs])).toEqual([
    ["t1", false],
    ["t2", true],
    ["t3", false],
    ["t4", true],
    ["t5", false],
  ]);
});

it("shows no neighbor of another sitting, of a kind not asked for, or of another audience", () => {
  const items = [
    text(1, "The boiler leaks.", { at: "2026-11-01T10:00:00.000Z" }),
    { ...text(3, "Steward wrote about it."), source: "conversation" as const, id: "chat" },
    text(4, "The gutter is full."),
    text(5, "Mine alone.", { shelf: "reader:user_ben" }),
  ];
  const found = asked(items, "Is the gutter full?", { sources: ["sms"] });
  expect(found.map(({ id }) => id)).toEqual(["t4", "t5"]);
  expect(found.find(({ id }) => id === "t4")?.turns?.map(({ id }) => id)).toEqual(["t4"]);
  expect(asked(items, "Is the gutter full?", { reader: null }).map(({ id }) => id)).not.toContain("t5");
});

it("fills its words with the best, long or short, and never with nothing", () => {
  const many = Array.from({ length: 40 }, (_, place) =>
    text(place, `The valve of unit ${place} was closed by the plumber, who says that it holds.`, {
      id: `v${place}`,
      thread: `sms:+1412555${1000 + place}`,
    }),
  );
  const found = asked(many, "Who closed the valve?");
  const words = (most: number): number =>
    excerptsOf(found, { words: most, excerpts: 40, chars: 700 })
      .flatMap(({ turns }) => turns.map((turn) => turn.text.split(" ").length))
      .reduce((sum, one) => sum + one, 0);
  expect(words(300)).toBeGreaterThan(280);
  expect(words(300)).toBeLessThanOrEqual(300);
  expect(words(1)).toBe(15);
  const long = { ...text(1, "mold ".repeat(3_000)), source: "document" as const, thread: null };
  const [passage] = excerptsOf(asked([long], "Where is mold?"), SHOWN);
  expect(passage?.turns).toEqual([]);
});

it("shows of a long passage the part with the question's words and what follows them, in whole sentences", () => {
  const filler = (name: string) =>
    Array.from({ length: 12 }, (_, at) => `${name} ${at} has nothing to say here. `).join("");
  const long = `${filler("Line")}The boiler at Cedar Hollow was looked at by Walt. He replaced the valve on November 3. ${filler("More")}`;
  const part = partAbout(long, "When did Walt repair the boiler at Cedar Hollow?", 300);
  expect(part).toContain("looked at by Walt. He replaced the valve on November 3.");
  expect(part.length).toBeLessThanOrEqual(304);
  expect(part).toMatch(/^… .* …$/s);
  expect(long).toContain(part.slice(2, -2));
  expect(partAbout(long, "xyzzy", 300).startsWith("Line 0")).toBe(true);
  expect(partAbout("Short.", "boiler", 300)).toBe("Short.");
});
