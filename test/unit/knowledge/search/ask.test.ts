/** A question's words of time filter what is found, whom it names comes first, and nothing is lost by either. */
import { expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import { ask, migrateSearchObject, namedIn, SearchIndex } from "../../../../src/knowledge/search/index.ts";
import { spanIn } from "../../../../src/kernel/calendar.ts";

const ZONE = "America/New_York";
const MARIA = { name: "Maria Lopez", keys: ["+14125550142", "maria@lopez.example"] };

function text(
  id: string,
  at: string,
  words: string,
  from = "Walt Brenner",
  number = "+14125550199",
): SearchItem {
  return {
    source: "sms",
    id,
    title: from,
    text: words,
    keywords: number,
    at,
    url: "",
    thread: `sms:${number}`,
  };
}

async function asked(question: string, items: readonly SearchItem[]) {
  const sql = memoryDatabase();
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  index.put(items, 1);
  const asking = {
    retrieve: async (query: Parameters<typeof index.passages.retrieve>[0]) => index.passages.retrieve(query),
    peopleIn: async (words: string) => namedIn(words, [MARIA, { name: "June Mensah", keys: [] }]),
    today: "2026-11-24",
    spanOf: (days: { from: string; to: string }) => spanIn(days, ZONE),
  };
  const { found, ...rest } = await ask(asking, { question, limit: 10 });
  return { ids: found.map(({ id }) => id), ...rest };
}

it("only what was said then is found, by the days of the team's zone", async () => {
  const items = [
    // 23:30 on the 23rd in New York.
    text("late", "2026-11-24T04:30:00.000Z", "The boiler leaks"),
    text("today", "2026-11-24T05:30:00.000Z", "The boiler leaks again"),
    text("old", "2026-10-02T12:00:00.000Z", "The boiler leaks, the boiler!"),
  ];
  expect(await asked("Who wrote yesterday that the boiler leaks?", items)).toMatchObject({
    ids: ["late"],
    isBeyond: false,
    said: { words: "yesterday", from: "2026-11-23", to: "2026-11-23" },
  });
});

it("where nothing was said then, all is searched, and that is told", async () => {
  const items = [text("old", "2026-10-02T12:00:00.000Z", "The boiler leaks")];
  expect(await asked("Who wrote yesterday about the boiler?", items)).toMatchObject({
    ids: ["old"],
    isBeyond: true,
  });
});

it("a question that says nothing but when finds everything of then, the newest first", async () => {
  const items = [
    text("one", "2026-11-23T14:00:00.000Z", "Keys are in the lockbox"),
    text("two", "2026-11-23T18:00:00.000Z", "Thanks!"),
    text("other", "2026-11-20T14:00:00.000Z", "What came in?"),
  ];
  expect((await asked("What came in yesterday?", items)).ids).toEqual(["two", "one"]);
});

it("what is from whom it names comes before what others say better", async () => {
  const items = [
    text("walt", "2026-11-20T14:00:00.000Z", "The heater is what I came for"),
    text(
      "maria",
      "2026-11-20T15:00:00.000Z",
      "My heater makes noises at night and I can't sleep",
      "M. L.",
      "+14125550142",
    ),
    text(
      "long",
      "2026-11-20T16:00:00.000Z",
      `A heater ${"and so on and on ".repeat(40)}`,
      "Bo",
      "+14125550177",
    ),
  ];
  expect((await asked("What did Maria write about the heater?", items)).ids[0]).toBe("maria");
  expect((await asked("Who wrote about the heater?", items)).ids[0]).toBe("walt");
});

it("a month is nobody's name", async () => {
  expect((await asked("Which texts came in June?", [])).people).toEqual([]);
});
