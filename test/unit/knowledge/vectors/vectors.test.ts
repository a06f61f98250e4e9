/** Vectors: kept and compared as Vectorize would, made behind the index, and beside words in an answer's order. */
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { SearchItem } from "../../../../src/platform/api/search-items.ts";
import {
  dropVectors,
  embedNext,
  migrateSearchObject,
  nearest,
  SearchIndex,
} from "../../../../src/knowledge/search/index.ts";
import {
  SketchIndex,
  httpEmbedder,
  unit,
  vectorizeStore,
  workersAiEmbedder,
  type Meaning,
  type VectorizeIndex,
} from "../../../../src/knowledge/vectors/index.ts";
import { type VectorRecord } from "../../../../src/platform/api/vectors.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DELAY = 1_000;

function memorySql(): ObjectSql {
  const database = new DatabaseSync(":memory:");
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
}

const record = (id: string, values: number[], more: Partial<VectorRecord> = {}): VectorRecord => ({
  id,
  values: unit(values),
  source: "sms",
  at: NOW,
  thread: "",
  ...more,
});

describe("the index of sketches", () => {
  it("finds what was written a while ago, replaced whole, and not what was removed", () => {
    const index = new SketchIndex(memorySql(), DELAY);
    const ask = (nowMs: number) =>
      index
        .query({ values: unit([1, 0]), topK: 5 }, nowMs)
        .map(({ id, score }) => [id, Math.round(score * 100)]);
    index.upsert([record("a", [1, 0]), record("b", [0, 1])], NOW);
    expect(ask(NOW)).toEqual([]);
    expect(ask(NOW + DELAY)).toEqual([
      ["a", 100],
      ["b", 0],
    ]);
    index.upsert([record("b", [1, 0.01]), record("a", [-1, 0])], NOW + DELAY);
    index.remove(["a"], NOW + DELAY);
    expect(ask(NOW + DELAY)).toEqual([
      ["a", 100],
      ["b", 0],
    ]);
    expect(ask(NOW + 2 * DELAY)).toEqual([["b", 100]]);
  });

  it("keeps what it was given for whoever opens it again, and answers before what it filters by", () => {
    const sql = memorySql();
    new SketchIndex(sql, 0).upsert(
      [
        record("text", [1, 0], { thread: "t1" }),
        record("mail", [1, 0.1], { source: "email" }),
        record("old", [1, 0], { at: NOW - 5_000 }),
      ],
      NOW,
    );
    const index = new SketchIndex(sql, 0);
    const ask = (more: object) =>
      index.query({ values: unit([1, 0]), topK: 1, ...more }, NOW).map(({ id }) => id);
    expect(ask({ sources: ["email"] })).toEqual(["mail"]);
    expect(ask({ to: NOW })).toEqual(["old"]);
    expect(ask({ from: NOW, sources: ["sms"] })).toEqual(["text"]);
    expect(ask({ thread: "t1" })).toEqual(["text"]);
    expect(ask({ thread: "t2" })).toEqual([]);
  });

  it("refuses what Vectorize would", () => {
    const index = new SketchIndex(memorySql(), 0);
    const many = Array.from({ length: 1_001 }, (_, at) => record(String(at), [1, 0]));
    expect(() => index.upsert(many, NOW)).toThrow(RangeError);
    expect(() => index.upsert([record("x".repeat(65), [1, 0])], NOW)).toThrow(RangeError);
    expect(() => index.query({ values: unit([1, 0]), topK: 101 }, NOW)).toThrow(RangeError);
  });

  it("is as good as comparing everything, through any writes and removals", () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 6, maxLength: 6 });
    const step = fc.record({ id: fc.integer({ min: 0, max: 12 }), values: fc.option(vector, { nil: null }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), vector, (steps, asked) => {
        const index = new SketchIndex(memorySql(), 0);
        const truth = new Map<string, Float32Array>();
        for (const [at, { id, values }] of steps.entries()) {
          const name = String(id);
          if (values === null) index.remove([name], NOW);
          else index.upsert([record(name, values)], NOW);
          if (values === null) truth.delete(name);
          else truth.set(name, unit(values));
          if (at % 7 === 0) index.query({ values: unit(asked), topK: 3 }, NOW);
        }
        const wanted = unit(asked);
        const found = index.query({ values: wanted, topK: 100 }, NOW);
        expect(found.map(({ id }) => id).toSorted()).toEqual([...truth.keys()].toSorted());
        for (const { id, score } of found) {
          const real = (truth.get(id) ?? new Float32Array()).reduce(
            (sum, one, at) => sum + one * (wanted[at] ?? 0),
            0,
          );
          expect(Math.abs(score - real)).toBeLessThan(0.02);
        }
        expect(found.map(({ score }) => score)).toEqual(
          found.map(({ score }) => score).toSorted((left, right) => right - left),
        );
      }),
    );
  });
});

describe("Vectorize", () => {
  it("is given one tenant's namespace, ids and filters, in parts it takes", async () => {
    const calls: unknown[] = [];
    const index: VectorizeIndex = {
      upsert: (vectors) => (
        calls.push(["upsert", vectors.length, vectors[0]]),
        Promise.resolve({ mutationId: "m" })
      ),
      deleteByIds: (ids) => (calls.push(["delete", ids]), Promise.resolve({ mutationId: "m" })),
      getByIds: (ids) => (calls.push(["get", ids.length]), Promise.resolve([{ id: "alder.7" }])),
      query: (_values, options) => {
        calls.push(["query", options]);
        const matches = [
          { id: "alder.7", score: 0.9 },
          { id: "harbor.7", score: 0.8 },
        ];
        return Promise.resolve({ matches });
      },
    };
    const store = vectorizeStore(index, "alder");
    await store.upsert(Array.from({ length: 501 }, (_, at) => record(String(at), [1, 0])));
    await store.remove(["7"]);
    expect(await store.there(Array.from({ length: 21 }, (_, at) => String(at)))).toEqual(["7", "7"]);
    expect(
      await store.query({ values: unit([1, 0]), topK: 100, sources: ["sms"], from: 1, to: 2, thread: "t" }),
    ).toEqual([{ id: "7", score: 0.9 }]);
    expect(calls).toEqual([
      [
        "upsert",
        500,
        {
          id: "alder.0",
          namespace: "alder",
          values: unit([1, 0]),
          metadata: { source: "sms", at: NOW, thread: "" },
        },
      ],
      ["upsert", 1, expect.objectContaining({ id: "alder.500" })],
      ["delete", ["alder.7"]],
      ["get", 20],
      ["get", 1],
      [
        "query",
        {
          topK: 100,
          namespace: "alder",
          returnValues: false,
          returnMetadata: "none",
          filter: { source: { $in: ["sms"] }, at: { $gte: 1, $lt: 2 }, thread: { $eq: "t" } },
        },
      ],
    ]);
  });
});

describe("an embedder", () => {
  it("answers vectors of length 1 in the order of the texts", async () => {
    const embedder = httpEmbedder(
      (request) => {
        expect(request.url).toBe("https://models.example/v1/embeddings");
        expect(JSON.parse(String(request.body))).toEqual({ model: "m", input: ["one", "two"] });
        const data = [
          { index: 1, embedding: [0, 2] },
          { index: 0, embedding: [3, 4] },
        ];
        return Promise.resolve({ status: 200, headers: new Headers(), text: JSON.stringify({ data }) });
      },
      { baseUrl: "https://models.example/v1/", key: "k", model: "m" },
    );
    expect(
      (await embedder.embed(["one", "two"], "passage")).map((values) =>
        [...values].map((one) => Math.round(one * 10)),
      ),
    ).toEqual([
      [6, 8],
      [0, 10],
    ]);
  });

  it("fails for an answer that is none, and says with which status", async () => {
    const answering = (status: number, text: string) =>
      httpEmbedder(() => Promise.resolve({ status, headers: new Headers(), text }), {
        baseUrl: "https://models.example/v1",
        key: "",
        model: "m",
      });
    await expect(answering(429, "").embed(["a"], "query")).rejects.toMatchObject({ status: 429 });
    await expect(answering(200, "<html>").embed(["a"], "query")).rejects.toThrow(IntegrationError);
    await expect(answering(200, '{"data":[]}').embed(["a"], "query")).rejects.toThrow(IntegrationError);
    const ai = workersAiEmbedder({ run: () => Promise.resolve({ data: [[1, 0]] }) });
    await expect(ai.embed(["a", "b"], "passage")).rejects.toThrow(IntegrationError);
    expect([...((await ai.embed(["a"], "passage"))[0] ?? [])]).toEqual([1, 0]);
  });

  it("tells Workers AI which texts are questions", async () => {
    const inputs: unknown[] = [];
    const ai = workersAiEmbedder({
      run: (_model, input) => Promise.resolve({ data: [[inputs.push(input), 0]] }),
    });
    await ai.embed(["who?"], "query");
    await ai.embed(["The owner."], "passage");
    expect(inputs).toEqual([
      { queries: ["who?"], instruction: expect.stringContaining("passages") as string },
      { documents: ["The owner."] },
    ]);
  });
});

/** Words of one kind of thing lie in one direction, whatever they are. */
const KINDS = [/heat|cold|warm|radiator|boiler/, /water|drip|leak|tap/, /dog|cat|pet/];
const wordless = (text: string): Float32Array =>
  unit([0.05, ...KINDS.map((kind) => (kind.test(text.toLowerCase()) ? 1 : 0))]);

function world(share = 0.5) {
  const index = new SearchIndex(
    (() => {
      const sql = memorySql();
      migrateSearchObject(sql);
      return sql;
    })(),
  );
  const kept = new SketchIndex(memorySql(), 0);
  const embedded: string[] = [];
  let broken = 0;
  const refuses: string[] = [];
  const meaning: Meaning = {
    embedder: {
      model: "test",
      share,
      batch: 4,
      restMs: 0,
      embed: (texts) => {
        if (broken-- > 0) return Promise.reject(new IntegrationError("embeddings", "down", { status: 503 }));
        if (texts.some((text) => refuses.some((word) => text.includes(word))))
          return Promise.reject(new IntegrationError("embeddings", "no", { status: 400 }));
        embedded.push(...texts.filter((text) => text.startsWith("Maria")));
        return Promise.resolve(texts.map(wordless));
      },
    },
    vectors: {
      upsert: (records) => Promise.resolve(kept.upsert(records, NOW)),
      remove: (ids) => Promise.resolve(kept.remove(ids, NOW)),
      there: (ids) => Promise.resolve(kept.there(ids)),
      query: (query) => Promise.resolve(kept.query(query, NOW)),
    },
  };
  const work = index.passages.vectors;
  work.useModel("test", "tenant_alder");
  const settle = async (careful = false): Promise<void> => {
    while (await embedNext(work, meaning, careful));
  };
  const ask = async (question: string, more: object = {}) => {
    const query = { question, limit: 5, ...more };
    return index.passages.retrieve(query, await nearest(meaning, query)).map(({ id }) => id);
  };
  return {
    index,
    work,
    meaning,
    kept,
    embedded,
    settle,
    ask,
    refuses,
    fail: (times: number) => (broken = times),
  };
}

const item = (id: string, text: string, more: Partial<SearchItem> = {}): SearchItem => ({
  source: "sms",
  id,
  title: "Maria Lopez",
  text,
  at: "2026-11-20T10:00:00.000Z",
  url: `/texts/${id}`,
  thread: null,
  ...more,
});

describe("an index with vectors", () => {
  it("finds what shares no word with the question, beside what its words find", async () => {
    const { index, settle, ask } = world();
    index.put(
      [
        item("1", "The radiator stays ice cold"),
        item("2", "My tap drips all night"),
        item("3", "Is the boiler man coming?"),
      ],
      NOW,
    );
    expect(await ask("no heating here")).toEqual([]);
    await settle();
    expect((await ask("no heating here")).slice(0, 2).toSorted()).toEqual(["1", "3"]);
    expect((await ask("when does the boiler man come"))[0]).toBe("3");
  });

  it("embeds each passage once, whatever breaks, and forgets what is gone", async () => {
    const { index, work, embedded, settle, ask, fail, meaning } = world();
    index.put(
      Array.from({ length: 9 }, (_, at) => item(String(at), `The dog of unit ${at}`)),
      NOW,
    );
    fail(2);
    await expect(embedNext(work, meaning)).rejects.toThrow("down");
    await expect(embedNext(work, meaning)).rejects.toThrow("down");
    expect(work.waiting()).toBe(9);
    await settle();
    expect(embedded).toHaveLength(9);
    expect(work.waiting()).toBe(0);
    index.drop([{ source: "sms", id: "3" }], NOW);
    expect(await ask("pets")).not.toContain("3");
    index.put([item("4", "The cat of unit 4")], NOW + 1);
    await settle();
    expect(embedded).toHaveLength(10);
    expect(await ask("pets", { limit: 20 })).toHaveLength(8);
  });

  it("never takes a passage for one that was there before it", async () => {
    const { index, settle, ask, meaning } = world();
    index.put([item("1", "The dog barks")], NOW);
    await settle();
    index.drop([{ source: "sms", id: "1" }], NOW);
    index.put([item("2", "Rent is due")], NOW);
    // The vector of the dog is still there, its passage is not, and no other passage has its row.
    const found = await nearest(meaning, { question: "pets", limit: 5 });
    expect(found.found).toHaveLength(1);
    expect(await ask("pets")).toEqual([]);
  });

  it("leaves out one that the model will never take, alone, and keeps the others", async () => {
    const { index, embedded, settle, refuses, work } = world();
    refuses.push("poison");
    index.put([item("1", "The dog barks"), item("2", "poison"), item("3", "A cat")], NOW);
    await expect(settle()).rejects.toThrow("no");
    expect(embedded).toEqual([]);
    await settle(true);
    expect(embedded).toHaveLength(2);
    expect(work.waiting()).toBe(0);
  });

  it("asks for kinds, times and a dialogue, and is made again for another model", async () => {
    const { index, settle, ask, work, embedded } = world();
    index.put(
      [
        item("1", "The dog barks", { source: "email", at: "2026-11-01T10:00:00.000Z" }),
        item("2", "A cat sleeps", { thread: "sms:+1" }),
      ],
      NOW,
    );
    await settle();
    expect(await ask("pets", { sources: ["email"] })).toEqual(["1"]);
    expect(await ask("pets", { from: "2026-11-10T00:00:00.000Z" })).toEqual(["2"]);
    expect(await ask("pets", { thread: "sms:+1" })).toEqual(["2"]);
    work.useModel("test", "tenant_alder");
    expect(work.waiting()).toBe(0);
    work.useModel("another", "tenant_alder");
    expect(work.waiting()).toBe(2);
    expect(embedded).toHaveLength(2);
  });

  it("takes all its vectors along when it goes", async () => {
    const { index, settle, work, meaning, kept } = world();
    index.put(
      Array.from({ length: 7 }, (_, at) => item(String(at), `The dog of unit ${at}`)),
      NOW,
    );
    await settle();
    await dropVectors(work, meaning.vectors);
    expect(kept.query({ values: wordless("dog"), topK: 100 }, NOW)).toEqual([]);
  });
});
