/** How well a labelled set's questions are answered, exactly through the product's passages, index and ranking. */
import { join } from "node:path";
import { keptEmbed, localMeaning, memoryDatabase } from "../../scripts/local-search.ts";
import {
  ask,
  embedNext,
  migrateSearchObject,
  namedIn,
  nearest,
  SearchIndex,
} from "../../src/knowledge/search/index.ts";
import type { Meaning } from "../../src/knowledge/vectors/index.ts";
import { WEAK_ANSWER, type FoundPassage, type RetrieveQuery } from "../../src/platform/api/search-items.ts";
import type { LabelledSet, Question } from "./types.ts";
import { type Span, spanIn } from "../../src/kernel/calendar.ts";

/** So many are asked for. */
const MOST = 50;

/** How things are looked for: by words, by meaning, or as the product does. */
export const MODES = ["words", "vectors", "fused"] as const;
export type Mode = (typeof MODES)[number];

/** A set that can be asked. */
export interface Asked {
  readonly set: LabelledSet;
  readonly index: SearchIndex;
  readonly meaning: Meaning;
}

/** Where vectors that were made before are kept. */
const KEPT = join(import.meta.dirname, "../../node_modules/.cache/steward/recall-vectors.bin");

/** Indexes sets and makes their vectors. Those are kept for the next time, unless the sets are parts. */
export async function ready(sets: readonly LabelledSet[], areParts = false): Promise<Asked[]> {
  const { embed, keep } = await keptEmbed(KEPT);
  const all: Asked[] = [];
  for (const set of sets) {
    const sql = memoryDatabase();
    migrateSearchObject(sql);
    const index = new SearchIndex(sql);
    index.put(set.items, Date.now());
    const meaning = localMeaning(embed);
    index.passages.vectors.useModel(meaning.embedder.model, "recall");
    while (await embedNext(index.passages.vectors, meaning));
    for (const { query } of set.questions) embed(query);
    all.push({ set, index, meaning });
  }
  if (!areParts) keep();
  return all;
}

/** What is found for a question, best first. */
async function found(
  { index, meaning, set }: Asked,
  mode: Mode,
  { query, thread }: Question,
): Promise<readonly FoundPassage[]> {
  const retrieve = async (asked: RetrieveQuery): Promise<FoundPassage[]> => {
    if (mode === "words" || asked.question === "") return index.passages.retrieve(asked);
    const near = await nearest(meaning, asked);
    return index.passages.retrieve(asked, mode === "vectors" ? { ...near, share: 1 } : near);
  };
  const { now = "", people = [] } = set;
  const question = { question: query, limit: MOST, ...(thread === undefined ? {} : { thread }) };
  const asking = {
    retrieve,
    peopleIn: async (words: string) => namedIn(words, people),
    today: now.slice(0, 10),
    spanOf: (days: Span) => spanIn(days, "UTC"),
  };
  if (now === "") return retrieve(question);
  return (await ask(asking, question)).found;
}

/** In per cent: evidence found among the first so many, and the mean of one over the place of the first. */
export interface Figures {
  readonly at5: number;
  readonly at10: number;
  readonly mrr: number;
  readonly count: number;
}

/** The figures of some questions that have an answer. */
export async function figures(
  asked: Asked,
  mode: Mode,
  which: (question: Question) => boolean = () => true,
): Promise<Figures> {
  const told = asked.set.questions.filter((one) => one.evidence.length > 0 && which(one));
  let [at5, at10, mrr] = [0, 0, 0];
  for (const question of told) {
    const ids = (await found(asked, mode, question)).map(({ id }) => id);
    const share = (most: number): number =>
      question.evidence.filter((id) => ids.slice(0, most).includes(id)).length / question.evidence.length;
    at5 += share(5);
    at10 += share(10);
    const first = ids.findIndex((id) => question.evidence.includes(id));
    mrr += first < 0 ? 0 : 1 / (first + 1);
  }
  const mean = (sum: number): number => (100 * sum) / Math.max(1, told.length);
  return { at5: mean(at5), at10: mean(at10), mrr: mean(mrr), count: told.length };
}

/** In per cent: questions without an answer that are told as such, and those with one for which it was found and which are taken for such. */
export async function toldNothing(
  asked: Asked,
  mode: Mode,
): Promise<{ readonly told: number; readonly wronged: number }> {
  const marks = { told: [] as boolean[], wronged: [] as boolean[] };
  for (const question of asked.set.questions) {
    const answer = await found(asked, mode, question);
    const isWeak = (answer[0]?.answered ?? 0) < WEAK_ANSWER;
    if (question.kind === "none") marks.told.push(isWeak);
    else if (answer.slice(0, 10).some(({ id }) => question.evidence.includes(id))) marks.wronged.push(isWeak);
  }
  const share = (all: readonly boolean[]): number =>
    (100 * all.filter(Boolean).length) / Math.max(1, all.length);
  return { told: share(marks.told), wronged: share(marks.wronged) };
}
