/**
 * `npm run search-bench -- --corpus corpus.jsonl --queries queries.jsonl [--out found.jsonl]`: runs a labelled set through the product's
 * passages, index and ranking. Corpus lines are `{id, text, speaker?, time?, conversationId?}` in chronological order; queries `{id,
 * query, conversationId?, evidence?}`; results `{queryId, ids: […50]}`, best first. Where queries say which IDs answer them (`evidence`), it
 * prints how much of that evidence is found, and how much a model is shown. `--words` disables vectors. Uses the sandbox's model.
 * `--load 100000` measures the cost of that many passages instead.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import * as chrono from "chrono-node";
import * as z from "zod";
import {
  embedNext,
  excerptsOf,
  migrateSearchObject,
  nearest,
  SearchIndex,
  SHOWN,
} from "../src/knowledge/search/index.ts";
import { type FoundPassage, type RetrieveQuery, type SearchItem } from "../src/platform/api/search-items.ts";
import type { Meaning } from "../src/knowledge/vectors/index.ts";
import { localEmbed, localMeaning, memoryDatabase } from "./local-search.ts";
import { measureLoad } from "./search-load.ts";

const IDS = 50;
const BATCH = 500;

const id = z.union([z.string(), z.number()]).transform(String);
const itemSchema = z.object({
  id,
  text: z.string(),
  speaker: z.string().nullish(),
  time: z.union([z.string(), z.number()]).nullish(),
  conversationId: id.nullish(),
});
const querySchema = z.object({
  id,
  query: z.string(),
  conversationId: id.nullish(),
  evidence: z.array(id).optional(),
});

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    queries: { type: "string" },
    out: { type: "string" },
    words: { type: "boolean", default: false },
    load: { type: "string" },
  },
});

async function* linesOf<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    number += 1;
    if (line.trim() === "") continue;
    const parsed = schema.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${path}, line ${number}: ${z.prettifyError(parsed.error)}`);
    yield parsed.data;
  }
}

async function embedAll({ passages }: SearchIndex): Promise<Meaning> {
  const meaning = localMeaning(await localEmbed());
  passages.vectors.useModel(meaning.embedder.model, "bench");
  for (let batches = 1; await embedNext(passages.vectors, meaning); batches++)
    if (batches % 50 === 0) console.error(`${passages.vectors.waiting()} passages to embed…`);
  return meaning;
}

/** A time in any format as ISO; empty if missing. */
function isoOf(time: string | number | null | undefined): string {
  if (time === null || time === undefined || time === "") return "";
  const ms = typeof time === "number" ? time * (time < 1e11 ? 1000 : 1) : Date.parse(time);
  const read = Number.isNaN(ms) ? (chrono.parseDate(String(time))?.getTime() ?? Number.NaN) : ms;
  return Number.isNaN(read) ? "" : new Date(read).toISOString();
}

function itemOf({ id: name, text, speaker, time, conversationId }: z.infer<typeof itemSchema>): SearchItem {
  return {
    source: "conversation",
    id: name,
    title: speaker ?? "",
    text,
    at: isoOf(time),
    url: "",
    thread: conversationId ?? null,
  };
}

/** How much of the evidence of all questions was found, in per cent of each. */
class Recall {
  #questions = 0;
  readonly #sums = new Map<string, number>();

  add(evidence: readonly string[], found: readonly FoundPassage[]): void {
    this.#questions += 1;
    const ids = found.map((one) => one.id);
    const shown = excerptsOf(found, SHOWN).flatMap(({ turns }) => turns.map((turn) => turn.id));
    const of = { at5: ids.slice(0, 5), at10: ids.slice(0, 10), [`at${IDS}`]: ids, shown };
    for (const [name, some] of Object.entries(of)) {
      const share = evidence.filter((one) => some.includes(one)).length / Math.max(1, evidence.length);
      this.#sums.set(name, (this.#sums.get(name) ?? 0) + share);
    }
  }

  print(): void {
    const parts = [...this.#sums].map(
      ([name, sum]) => `${name} ${((100 * sum) / this.#questions).toFixed(1)} %`,
    );
    if (parts.length > 0) console.error(`Evidence of ${this.#questions} questions: ${parts.join(", ")}.`);
  }
}

async function main(): Promise<void> {
  const { corpus, queries, out } = values;
  if (corpus === undefined || queries === undefined)
    throw new Error("Give --corpus FILE and --queries FILE (JSONL).");
  const sql = memoryDatabase();
  migrateSearchObject(sql);
  const index = new SearchIndex(sql);
  const startedMs = performance.now();
  let count = 0;
  let batch: SearchItem[] = [];
  const put = (): void => void (index.put(batch, Date.now()), (count += batch.length), (batch = []));
  for await (const item of linesOf(corpus, itemSchema)) {
    batch.push(itemOf(item));
    if (batch.length === BATCH) put();
  }
  put();
  const meaning = values.words ? null : await embedAll(index);
  const indexedMs = performance.now();
  const stream = out === undefined ? process.stdout : createWriteStream(out);
  const times: number[] = [];
  const told = new Recall();
  for await (const { id: queryId, query, conversationId, evidence } of linesOf(queries, querySchema)) {
    const askedMs = performance.now();
    const thread = conversationId === null || conversationId === undefined ? {} : { thread: conversationId };
    const question: RetrieveQuery = { question: query, limit: IDS, withTurns: true, ...thread };
    const near = meaning === null ? undefined : await nearest(meaning, question);
    const found = index.passages.retrieve(question, near);
    times.push(performance.now() - askedMs);
    if (evidence !== undefined) told.add(evidence, found);
    stream.write(`${JSON.stringify({ queryId, ids: found.map((one) => one.id) })}\n`);
  }
  told.print();
  if (stream !== process.stdout) await new Promise<void>((resolve) => stream.end(resolve));
  times.sort((left, right) => left - right);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.error(
    `${count} items indexed in ${((indexedMs - startedMs) / 1000).toFixed(1)} s; ${times.length} questions, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms.`,
  );
}

if (values.load === undefined) await main();
else await measureLoad(Number(values.load), (line) => console.log(line));
