/**
 * `npm run search-bench -- --load 100000`: the cost of that many passages with vectors: writes, queries, and queries during a rebuild.
 * Word frequencies follow natural language and vectors are random, since query time depends on counts, not meaning. Measures CPU time,
 * because everything runs in one thread and wall time would include other work on the machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { between, pick, seededRandom, type Random } from "../sandbox/world/random.ts";
import { migrateSearchObject, nearest, SearchIndex } from "../src/knowledge/search/index.ts";
import { type SearchItem } from "../src/platform/api/search-items.ts";
import { unit, type Meaning } from "../src/knowledge/vectors/index.ts";
import { databaseAt, localMeaning } from "./local-search.ts";

const DIMENSIONS = 512;
const VOCABULARY = 40_000;
const PAGE = 100;
const QUESTIONS = 200;
const SEED = 1_972;

/** CPU time in ms. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Prints one figure per line. */
export async function measureLoad(count: number, say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "search-load-"));
  try {
    await measureIn(folder, count, say);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Uses file databases like Durable Objects, so that memory use is the product's own. */
async function measureIn(folder: string, count: number, say: (line: string) => void): Promise<void> {
  const random = seededRandom(SEED);
  const sql = databaseAt(join(folder, "words"));
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  const meaning = localMeaning(() => chanceVector(random), databaseAt(join(folder, "vectors")));
  const items = (from: number): SearchItem[] =>
    Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => chanceItem(random, from + at));
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const memory = (): string => {
    const { rss, arrayBuffers } = process.memoryUsage();
    return `${mib(rss)}, of it ${mib(arrayBuffers)} arrays`;
  };

  let begun = cpuNow();
  for (let from = 0; from < count; from += PAGE) index.put(items(from), from + 1);
  say(`words of ${count} passages: ${rate(count, begun)} a second, ${memory()}`);

  begun = cpuNow();
  for (
    let rows = index.passages.vectors.rows(0, 500);
    rows.length > 0;
    rows = index.passages.vectors.rows(rows.at(-1) ?? 0, 500)
  )
    await meaning.vectors.upsert(
      rows.map((row) => ({
        id: String(row),
        values: chanceVector(random),
        source: "sms",
        at: row,
        thread: "",
      })),
    );
  await ask(index, meaning, question(random));
  say(`their vectors, without making them: ${rate(count, begun)} a second, ${memory()}`);

  say(`a question: ${await times(random, index, meaning)}`);

  const fresh = { ...chanceItem(random, count), text: "xylograph of a brandnewword" };
  begun = cpuNow();
  index.put([fresh], count + 1);
  const found = index.passages.retrieve({ question: "brandnewword", limit: 5 });
  say(
    `a fresh write is found by its words after ${(cpuNow() - begun).toFixed(1)} ms: ${found[0]?.id === fresh.id}`,
  );

  begun = cpuNow();
  const during: number[] = [];
  const again = seededRandom(SEED);
  for (let from = 0; from < count; from += PAGE) {
    const page = Array.from({ length: PAGE }, (_, at) => chanceItem(again, from + at));
    const asked = cpuNow();
    index.put(page, 2 * count + from);
    if (from % (PAGE * 20) !== 0) continue;
    await ask(index, meaning, question(random));
    during.push(cpuNow() - asked);
  }
  say(
    `all made again, asked meanwhile: ${rate(count, begun)} a second; a question behind a page of writes ${spread(during)}, ${memory()}`,
  );
}

async function ask(index: SearchIndex, meaning: Meaning, words: string): Promise<void> {
  const query = { question: words, limit: 11 };
  index.passages.retrieve(query, await nearest(meaning, query));
}

async function times(random: Random, index: SearchIndex, meaning: Meaning): Promise<string> {
  const all: number[] = [];
  for (let at = 0; at < QUESTIONS; at++) {
    const words = question(random);
    const begun = cpuNow();
    await ask(index, meaning, words);
    all.push(cpuNow() - begun);
  }
  return spread(all);
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
}

function rate(count: number, begunMs: number): string {
  return ((1000 * count) / (cpuNow() - begunMs)).toFixed(0);
}

function chanceVector(random: Random): Float32Array {
  return unit(Array.from({ length: DIMENSIONS }, () => random() - 0.5));
}

/** The n-th most frequent word occurs about 1/n as often as the first (Zipf). */
function word(random: Random): string {
  return `w${Math.floor(VOCABULARY ** random())}`;
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(" ");
}

function question(random: Random): string {
  return `When did ${words(random, between(random, 3, 8))}?`;
}

function chanceItem(random: Random, index: number): SearchItem {
  const number = `+1412555${String(between(random, 0, 4_999)).padStart(4, "0")}`;
  return {
    source: pick(random, ["sms", "sms", "sms", "email"] as const),
    id: String(index),
    title: `Name${number.slice(-3)} Last${number.slice(-4)}`,
    text: words(random, between(random, 5, 60)),
    at: new Date(1_700_000_000_000 + index * 60_000).toISOString(),
    url: "",
    thread: `sms:${number}`,
  };
}
