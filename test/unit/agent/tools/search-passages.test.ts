/** What a search shows around its hits: the passage that was meant, once. */
import { describe, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import type { SearchPage } from "../../../../src/platform/api/search.ts";
import { textRecords } from "../../../../src/messaging/texts/index.ts";
import { bestPassages } from "../../../../src/workspace/tools/files/search-files.ts";
import { hitsIn } from "../../../../src/workspace/search-files.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const NUMBER = "+14125550142";

async function recordsOf(matched: SearchPage["matched"], ids: readonly string[]) {
  const d1 = nodeD1();
  for (const [id, at, text] of [
    ["a", "2026-11-02T10:00", "See you at Christmas"],
    ["b", "2026-11-20T10:00", "The boiler leaks"],
    ["c", "2026-11-20T10:05", "Boiler room is wet"],
    ["d", "2026-11-22T10:00", "Rent is paid"],
    ["e", "2026-11-24T10:00", "Boiler again"],
    ["f", "2026-11-28T10:00", "Boiler fixed"],
    ["g", "2026-11-30T10:00", "Thanks for the boiler"],
  ] as const)
    await d1
      .prepare(
        `insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts)
         values ('t', ?, 'c', 'incoming', '+14125550100', ?, ?, 0, ?, ?, '', 'handed', 0)`,
      )
      .bind(id, NUMBER, text, `${at}:00.000Z`, id)
      .run();
  const db = dbFor(d1, "t");
  const items = (await Promise.all(
    ids.map(async (id) => {
      const row = await d1.prepare("select at from texts where id = ?").bind(id).first<{ at: string }>();
      return { id, title: "Maria Lopez", at: row?.at ?? "", meta: { number: NUMBER } };
    }),
  )) as unknown as SearchPage["items"];
  return textRecords({
    db,
    query: async () => ({ items, nextCursor: null, matched }),
    spanOf: async (span) => span,
    senders: async () => new Map(),
  });
}

describe("search_texts", () => {
  // Seed 001:274.
  it("shows five messages before and five after, however many days lie between, each message once", async () => {
    const one = await (await recordsOf("all", ["e"])).search({ q: "boiler", limit: 8 });
    expect(one.found.map(({ matches, around }) => [matches, around.map(({ id }) => id)])).toEqual([
      [["e"], ["a", "b", "c", "d", "e", "f", "g"]],
    ]);
    const all = await (await recordsOf("all", ["g", "a", "b"])).search({ q: "boiler", limit: 8 });
    expect(all.found.map(({ matches, around }) => [matches, around.map(({ id }) => id)])).toEqual([
      [
        ["g", "a", "b"],
        ["a", "b", "c", "d", "e", "f", "g"],
      ],
    ]);
  });

  it("shows three at most where nothing holds all the words", async () => {
    const records = await recordsOf("some", ["b", "e", "f", "g"]);
    const { found } = await records.search({ q: "boiler Cedar", limit: 8 });
    expect(found.flatMap(({ matches }) => matches)).toEqual(["b", "e", "f"]);
  });
});

describe("search_files", () => {
  const TEXT = [
    "# Boilers",
    "The boiler at Elm was replaced.",
    "",
    "Paint: white.",
    "",
    "",
    "The boiler runs hot.",
    "That is the one at Cedar.",
    "Ask Tom.",
    "",
    "",
    "Cedar has a new roof.",
  ].join("\n");

  it("prefers the passage that holds all the words, and shows it once", () => {
    const hits = hitsIn("areas/a.md", TEXT, "boiler cedar", ["boiler", "cedar"]);
    expect(hits.map(({ line }) => line)).toEqual([7, 8]);
    const apart = hitsIn("areas/b.md", "boiler\n\n\n\n\ncedar", "boiler cedar", ["boiler", "cedar"]);
    expect(apart).toHaveLength(2);
    expect(bestPassages([...apart, ...hits], "Boiler Cedar").map(({ path, line }) => [path, line])).toEqual([
      ["areas/a.md", 7],
    ]);
    expect(bestPassages(apart, "Boiler Cedar")).toEqual(apart);
  });

  it("prefers a word of its own to a part of another, however it ends", () => {
    const hits = hitsIn("areas/c.md", "Roommates sign too.\n\n\n\n\nThe rooms are dry.", "room", ["room"]);
    expect(bestPassages(hits, "room").map(({ line }) => line)).toEqual([6]);
    expect(bestPassages(hits.slice(0, 1), "room")).toHaveLength(1);
  });
});
