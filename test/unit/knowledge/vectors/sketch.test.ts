/** Sketches choose what is compared exactly: their estimates are near the cosines, so the nearest of many are among the best of them. */
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../sandbox/world/random.ts";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import { Best } from "../../../../src/knowledge/vectors/best.ts";
import { productsOf, sketchBytes, sketchOf } from "../../../../src/knowledge/vectors/sketch.ts";
import { SketchIndex, unit } from "../../../../src/knowledge/vectors/index.ts";

const DIMENSIONS = 384;

function memorySql(): ObjectSql {
  const database = new DatabaseSync(":memory:");
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      database.prepare(statement).all(...bindings) as Row[],
    transaction: (work) => work(),
  };
}

/** Vectors around so many centers, as texts lie around what they are about. */
function around(random: () => number, centers: number, count: number): Float32Array[] {
  const chance = (): number[] => Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const middles = Array.from({ length: centers }, chance);
  return Array.from({ length: count }, (_, at) => {
    const middle = middles[at % centers] ?? [];
    return unit(chance().map((value, place) => 1.2 * value + (middle[place] ?? 0)));
  });
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}

function estimate(one: Float32Array, question: Float32Array): number {
  const [{ bits, gain }, products] = [sketchOf(one), productsOf(question)];
  return gain * bits.reduce((sum, byte, place) => sum + (products[place * 256 + byte] ?? 0), 0);
}

describe("a sketch", () => {
  it("has a bit a dimension, in whole powers of two", () => {
    expect([1, 384, 512, 768, 1_024, 1_536].map(sketchBytes)).toEqual([1, 64, 64, 128, 128, 256]);
    expect(sketchOf(new Float32Array(768)).bits).toHaveLength(128);
  });

  it("estimates cosines without leaning to a side", () => {
    const vectors = around(seededRandom(3), 20, 400);
    const off = vectors.flatMap((one, at) =>
      vectors.slice(at, at + 20).map((other) => estimate(one, other) - dot(one, other)),
    );
    const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
    const spread = Math.sqrt(off.reduce((sum, one) => sum + one * one, 0) / off.length);
    expect(Math.abs(mean)).toBeLessThan(0.005);
    expect(spread).toBeLessThan(0.045);
  });

  it("of a vector of nothing is near to nothing", () => {
    expect(estimate(new Float32Array(8), unit([1, 2, 3, 4, 5, 6, 7, 8]))).toBeCloseTo(0);
  });
});

describe("the index of sketches", () => {
  it("finds the nearest of many more than it compares exactly", () => {
    const vectors = around(seededRandom(5), 60, 6_000);
    const index = new SketchIndex(memorySql(), 0);
    for (let from = 0; from < vectors.length; from += 1_000)
      index.upsert(
        vectors
          .slice(from, from + 1_000)
          .map((values, at) => ({ id: String(from + at), values, source: "sms", at: 0, thread: "" })),
        0,
      );
    let [found, all] = [0, 0];
    for (const question of around(seededRandom(5), 60, 90).slice(60)) {
      const nearest = vectors
        .map((one, at) => ({ id: String(at), score: dot(one, question) }))
        .sort((left, right) => right.score - left.score)
        .slice(0, 50);
      const ids = new Set(index.query({ values: question, topK: 100 }, 0).map(({ id }) => id));
      found += nearest.filter(({ id }) => ids.has(id)).length;
      all += nearest.length;
    }
    expect(found / all).toBeGreaterThan(0.99);
  });

  it("makes the sketches of vectors that were kept before there were any", () => {
    const sql = memorySql();
    new SketchIndex(sql, 0).upsert(
      [{ id: "a", values: unit([1, 0, 0]), source: "sms", at: 1, thread: "t" }],
      0,
    );
    expect(new SketchIndex(sql, 0).query({ values: unit([1, 0, 0]), topK: 1 }, 0)).toHaveLength(1);
    sql.rows("delete from sketches");
    const again = new SketchIndex(sql, 0).query({ values: unit([1, 0, 0]), topK: 1, thread: "t" }, 0);
    expect(again.map(({ id }) => id)).toEqual(["a"]);
  });

  it("forgets vectors of another model's length as those of the new one come in", () => {
    const index = new SketchIndex(memorySql(), 0);
    const ask = (values: readonly number[]): string[] =>
      index.query({ values: unit(values), topK: 5 }, 0).map(({ id }) => id);
    const put = (id: string, values: readonly number[]): void =>
      index.upsert([{ id, values: unit(values), source: "sms", at: 0, thread: "" }], 0);
    put("a", [1, 0]);
    put("b", [1, 0.1]);
    expect(ask([1, 0])).toEqual(["a", "b"]);
    put("a", [0, 1, 0]);
    expect(ask([1, 0])).toEqual(["b"]);
    expect(ask([0, 1, 0])).toEqual(["a"]);
    put("b", [0, 1, 0.1]);
    expect(ask([0, 1, 0])).toEqual(["a", "b"]);
  });

  it("reads its sketches again once many are gone, and finds what is left", () => {
    const index = new SketchIndex(memorySql(), 0);
    const put = (from: number): void =>
      index.upsert(
        Array.from({ length: 1_000 }, (_, at) => ({
          id: String(from + at),
          values: unit([1, from + at + 1]),
          source: "sms",
          at: 0,
          thread: "",
        })),
        0,
      );
    for (let from = 0; from < 6_000; from += 1_000) put(from);
    expect(index.query({ values: unit([1, 0]), topK: 1 }, 0)[0]?.id).toBe("0");
    index.remove(
      Array.from({ length: 5_000 }, (_, at) => String(at)),
      0,
    );
    expect(index.query({ values: unit([1, 0]), topK: 1 }, 0)[0]?.id).toMatch(/^5\d\d\d$/);
    put(0);
    expect(index.query({ values: unit([1, 0]), topK: 1 }, 0)[0]?.id).toBe("0");
  });
});

it("the best of many are those that sorting finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50, max: 50 })),
      fc.integer({ min: 1, max: 9 }),
      (scores, limit) => {
        const best = new Best(limit);
        for (const [at, score] of scores.entries()) best.offer(score, at);
        expect(best.sorted().map(({ score }) => score)).toEqual(
          scores.toSorted((left, right) => right - left).slice(0, limit),
        );
      },
    ),
  );
});
