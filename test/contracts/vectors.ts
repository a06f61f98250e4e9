/**
 * What the product relies on in a store of vectors, as one list of checks: tests run it on the index of sketches and on a server that speaks Cloudflare's REST API,
 * `npm run vectors:check` on a real account.
 */
import { IntegrationError } from "../../src/kernel/errors.ts";
import { unit, type VectorStore } from "../../src/knowledge/vectors/index.ts";
import { type VectorQuery, type VectorRecord } from "../../src/platform/api/vectors.ts";

/** Vectors of the checks have so many dimensions. */
export const CONTRACT_DIMENSIONS = 32;
/** More than any query gives. */
const MANY = 120;
const NOON = Date.parse("2026-11-24T12:00:00Z");

/** Where it is checked. */
export interface CheckedVectors {
  /** A tenant's store; the same name is the same store. */
  readonly store: (namespace: string) => VectorStore;
  /** Lets so much time pass as the store may need to show what is written. */
  readonly pause: () => Promise<void>;
  /** So often it is asked again before what was written counts as lost. */
  readonly patience: number;
}

/** What one check found: null where all is as relied on. */
export interface Checked {
  readonly name: string;
  readonly differs: string | null;
}

type Check = readonly [name: string, check: (world: CheckedVectors) => Promise<string | null>];

const CHECKS: readonly Check[] = [
  [
    "what is written is found after a while, the nearest first, by its cosine",
    async (world) => {
      const { ids, scores } = await asked(world, "one", { topK: 3 }, (found) => found.length === 3);
      if (ids.join() !== "near,middle,far") return `the order is ${ids.join()}`;
      const off = [1, Math.SQRT1_2, 0].some((cosine, at) => Math.abs(cosine - (scores[at] ?? 9)) > 0.02);
      return off ? `scores are ${scores.map((score) => score.toFixed(3)).join()}` : null;
    },
  ],
  [
    "another namespace has its own vectors, under the same ids too",
    async (world) => {
      const { ids } = await asked(world, "other", { topK: 5 }, (found) => found.length > 0);
      return ids.join() === "near" ? null : `the other namespace gives ${ids.join() || "nothing"}`;
    },
  ],
  ["a kind is a filter before topK", (world) => gives(world, { topK: 1, sources: ["email"] }, "middle")],
  [
    "several kinds are one filter",
    (world) => gives(world, { topK: 5, sources: ["email", "file"] }, "middle,far"),
  ],
  [
    "a span of time holds its beginning and not its end",
    (world) => gives(world, { topK: 5, from: NOON + 1_000, to: NOON + 2_000 }, "middle"),
  ],
  ["a thread is a filter", (world) => gives(world, { topK: 1, thread: "sms:+14125550101" }, "far")],
  [
    "filters are held together",
    (world) => gives(world, { topK: 5, sources: ["sms", "email"], from: NOON, to: NOON + 1_000 }, "near"),
  ],
  ["a filter that nothing fits gives nothing", (world) => gives(world, { topK: 5, sources: ["note"] }, "")],
  [
    "a hundred are given at once",
    async (world) => {
      const { ids } = await asked(world, "many", { topK: 100 }, (found) => found.length === 100);
      return ids.length === 100 ? null : `of ${MANY} it gives ${ids.length}`;
    },
  ],
  [
    "more than a hundred are refused",
    async (world) => {
      try {
        await world.store("many").query(question({ topK: 101 }));
        return "it answers";
      } catch {
        return null;
      }
    },
  ],
  [
    "what is written again is replaced whole, with what it is filtered by",
    async (world) => {
      await world.store("one").upsert([record("far", [1, 0.01], { source: "issue" })]);
      const { ids } = await asked(world, "one", { topK: 1, sources: ["issue"] }, (found) => found.length > 0);
      if (ids.join() !== "far") return "the new kind is not found";
      return gives(world, { topK: 5, sources: ["file"] }, "");
    },
  ],
  [
    "it says which of some ids have a vector, in their own namespace",
    async ({ store }) => {
      const there = await store("one").there(["near", "unheard-of", "0", "far"]);
      return there.toSorted().join() === "far,near" ? null : `it says ${there.join() || "none"}`;
    },
  ],
  [
    "what is removed is gone after a while, and only there",
    async (world) => {
      await world.store("one").remove(["near", "unheard-of"]);
      const { ids } = await asked(world, "one", { topK: 5 }, (found) => !found.includes("near"));
      if (ids.includes("near")) return "it is still found";
      const { ids: others } = await asked(world, "other", { topK: 5 }, (found) => found.length > 0);
      return others.join() === "near" ? null : "it is gone from the other namespace as well";
    },
  ],
];

/** Runs all checks, one after another. What a store throws is what differs. */
export async function checkVectors(world: CheckedVectors): Promise<Checked[]> {
  const results: Checked[] = [];
  await write(world);
  for (const [name, check] of CHECKS) {
    const differs = await check(world).catch(reasonOf);
    results.push({ name, differs });
  }
  return results;
}

async function write({ store }: CheckedVectors): Promise<void> {
  await store("one").upsert([
    record("near", [1, 0]),
    record("middle", [1, 1], { source: "email", at: NOON + 1_000 }),
    record("far", [0, 1], { source: "file", at: NOON + 2_000, thread: "sms:+14125550101" }),
  ]);
  await store("other").upsert([record("near", [1, 0])]);
  await store("many").upsert(Array.from({ length: MANY }, (_, at) => record(String(at), [1, at / MANY])));
}

function record(
  id: string,
  [first = 0, second = 0]: readonly number[],
  more: Partial<VectorRecord> = {},
): VectorRecord {
  return { id, values: vector(first, second), source: "sms", at: NOON, thread: "", ...more };
}

function vector(first: number, second: number): Float32Array {
  return unit([first, second, ...Array.from({ length: CONTRACT_DIMENSIONS - 2 }, () => 0)]);
}

function question(more: Omit<VectorQuery, "values">): VectorQuery {
  return { values: vector(1, 0), ...more };
}

async function gives(
  world: CheckedVectors,
  query: Omit<VectorQuery, "values">,
  wanted: string,
): Promise<string | null> {
  const { ids } = await asked(world, "one", query, (found) => found.join() === wanted);
  return ids.join() === wanted
    ? null
    : `it gives ${ids.join() || "nothing"} in place of ${wanted || "nothing"}`;
}

/** Asks until the answer is what is waited for, or patience ends; the last answer counts. */
async function asked(
  { store, pause, patience }: CheckedVectors,
  namespace: string,
  query: Omit<VectorQuery, "values">,
  isEnough: (ids: readonly string[]) => boolean,
): Promise<{ readonly ids: readonly string[]; readonly scores: readonly number[] }> {
  for (let left = patience; ; left--) {
    const found = await store(namespace).query(question(query));
    const ids = found.map(({ id }) => id);
    if (isEnough(ids) || left === 0) return { ids, scores: found.map(({ score }) => score) };
    await pause();
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof IntegrationError ? error.cause : error;
  return cause instanceof Error ? cause.message : String(error);
}
