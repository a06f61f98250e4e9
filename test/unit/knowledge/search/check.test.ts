/** The nightly check: what differs between the records, the index and the vectors is found and repaired, and nothing else is touched. */
import { beforeEach, expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import {
  CheckState,
  embedNext,
  migrateSearchObject,
  SearchIndex,
  stepCheck,
} from "../../../../src/knowledge/search/index.ts";
import type { SearchSource } from "../../../../src/platform/search-sources.ts";
import {
  SketchIndex,
  unit,
  type Meaning,
  type VectorStore,
} from "../../../../src/knowledge/vectors/index.ts";

const THINGS = 250;
let nowMs: number;
let sql: ReturnType<typeof memoryDatabase>;
let index: SearchIndex;
let check: CheckState;
let records: Map<string, SearchItem>;
let vectors: VectorStore;
let loads: number[];

const documents: SearchSource = {
  load: async (ids) => {
    loads.push(ids.length);
    return ids.flatMap((id) => records.get(id) ?? []);
  },
  async page(after, limit) {
    const all = [...records.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const items = all.filter(({ id }) => after === null || id > after).slice(0, limit);
    loads.push(items.length);
    return { items, next: items.length < limit ? null : (items.at(-1)?.id ?? null) };
  },
};

const document = (id: string, text = `Words of ${id}`): SearchItem => ({
  source: "document",
  id,
  title: `Document ${id}`,
  text,
  at: "2026-11-20T10:00:00.000Z",
  url: `/knowledge/${id}`,
});

async function embedAll(): Promise<void> {
  const meaning: Meaning = {
    vectors,
    embedder: {
      model: "test",
      share: 0.5,
      batch: 100,
      restMs: 0,
      embed: (texts) => Promise.resolve(texts.map((text) => unit([text.length, 1]))),
    },
  };
  while (await embedNext(index.passages.vectors, meaning));
  nowMs += 2_000;
}

/** One night; answers what it came to. */
async function night() {
  nowMs += 24 * 3_600_000;
  check.begin("tenant_alder");
  while (await stepCheck({ index, check, sources: { document: documents }, vectors, now: () => nowMs }));
  await embedAll();
  return check.last();
}

beforeEach(async () => {
  nowMs = Date.parse("2026-11-21T04:20:00.000Z");
  sql = memoryDatabase();
  migrateSearchObject(sql);
  index = new SearchIndex(sql);
  check = new CheckState(sql);
  const sketches = new SketchIndex(memoryDatabase(), 1_000);
  vectors = {
    upsert: async (some) => sketches.upsert(some, nowMs),
    remove: async (ids) => sketches.remove(ids, nowMs),
    there: async (ids) => sketches.there(ids),
    query: async (query) => sketches.query(query, nowMs),
  };
  const all = Array.from({ length: THINGS }, (_, at) => document(`d${String(at).padStart(4, "0")}`));
  records = new Map(all.map((item) => [item.id, item]));
  loads = [];
  index.passages.vectors.useModel("test", "tenant_alder");
  index.put(all, nowMs);
  await embedAll();
});

/** What is written of a thing, and which vectors there are of it. */
async function written(id: string) {
  const [row] = sql.rows<{ row: number; gone: number; text: string; version: number }>(
    "select row, gone, text, version from items where id = ?",
    id,
  );
  const passages = sql.rows<{ row: number }>("select row from passages where item = ?", row?.row ?? 0);
  const rows = passages.map((one) => String(one.row));
  return { gone: row?.gone, text: row?.text, version: row?.version, rows, there: await vectors.there(rows) };
}

const finds = (q: string): string[] => index.query({ q, limit: 5 }).items.map(({ id }) => id);

it("finds nothing where all is as it is on record, and writes nothing", async () => {
  const canary = await written("d0100");
  expect(await night()).toMatchObject({ missing: 0, outdated: 0, orphaned: 0, vectors: 0, isWhole: true });
  expect(await written("d0100")).toEqual(canary);
  expect(Math.max(...loads)).toBeLessThanOrEqual(100);
});

it("repairs both ways what was changed behind its back, and leaves a canary untouched", async () => {
  const canary = await written("d0100");
  // Gone from the index without a trace.
  const [lost] = sql.rows<{ row: number }>("select row from items where id = 'd0007'");
  sql.rows("delete from passages where item = ?", lost?.row ?? 0);
  sql.rows("delete from items where row = ?", lost?.row ?? 0);
  // Gone from the records, changed there, and without its passages.
  records.delete("d0008");
  records.set("d0009", document("d0009", "Quite other words now"));
  const [bare] = sql.rows<{ row: number }>("select row from items where id = 'd0010'");
  sql.rows("delete from passages where item = ?", bare?.row ?? 0);
  // One vector lost, and one of nothing.
  const { rows } = await written("d0011");
  await vectors.remove(rows);
  nowMs += 2_000;
  await vectors.query({ values: unit([1, 1]), topK: 1 });

  const orphans = (await Promise.all(["d0008", "d0009"].map(written))).flatMap((one) => one.rows);
  const found = await night();
  expect(found).toMatchObject({ missing: 1, outdated: 2, orphaned: 1, isWhole: true });
  // The lost one, and those whose passages were taken without them.
  expect(found?.vectors).toBe(3);
  expect(finds("d0007")).toEqual(["d0007"]);
  expect(finds("d0008")).toEqual([]);
  expect(finds("quite other words")).toContain("d0009");
  for (const id of ["d0007", "d0009", "d0010", "d0011"]) {
    const now = await written(id);
    expect([id, now.rows.length, now.there.length]).toEqual([id, 1, 1]);
  }
  await vectors.query({ values: unit([1, 1]), topK: 1 });
  expect(await vectors.there([...orphans, String(lost?.row), String(bare?.row)])).toEqual([]);
  expect(await written("d0100")).toEqual(canary);
  expect(await night()).toMatchObject({ missing: 0, outdated: 0, orphaned: 0, vectors: 0 });
});

it("leaves no trace of words that are gone", async () => {
  const traces = () =>
    ["stems", "words", "passage_stems"].filter((table) =>
      sql
        .rows<{ block: Uint8Array }>(`select block from ${table}_data`)
        .some(({ block }) => Buffer.from(block).toString("latin1").includes("xylophon")),
    );
  const written = document("d0400", "Words of the xylophone");
  index.put([written], nowMs);
  records.set("d0400", document("d0400", "Words of the bassoon"));
  index.put([document("d0400", "Words of the bassoon")], ++nowMs);
  expect(traces()).toEqual(["stems", "words", "passage_stems"]);
  expect(await night()).toMatchObject({ isWhole: true, outdated: 0 });
  expect(traces()).toEqual([]);
  expect(finds("bassoon")).toEqual(["d0400"]);
  expect(finds("words").length).toBe(5);
});

it("brings nothing back that a newer event has taken out meanwhile", async () => {
  records.set("d0300", document("d0300"));
  const meanwhile: SearchSource = {
    ...documents,
    async page(after, limit) {
      const read = await documents.page(after, limit);
      records.delete("d0300");
      index.drop([{ source: "document", id: "d0300", version: nowMs + 1 }], nowMs);
      return read;
    },
  };
  check.begin("tenant_alder");
  while (await stepCheck({ index, check, sources: { document: meanwhile }, vectors, now: () => nowMs }));
  expect(finds("d0300")).toEqual([]);
});

it("goes on the next night where one was too short, and says so", async () => {
  const many = Array.from({ length: 15_000 }, (_, at) => document(`e${String(at).padStart(5, "0")}`));
  for (const item of many) records.set(item.id, item);
  expect(await night()).toMatchObject({ isWhole: true, missing: 15_000 });
  expect(await night()).toMatchObject({ isWhole: false, looked: 20_050 });
  expect(await night()).toMatchObject({ isWhole: false });
  expect(await night()).toMatchObject({ isWhole: true, missing: 0, outdated: 0, orphaned: 0, vectors: 0 });
});
