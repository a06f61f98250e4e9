/** How well questions are answered, on the labelled sets of `test/recall`. What gets worse than its floor fails; `npm run recall` prints all figures. */
import { beforeAll, describe, expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import { questionWords } from "../../../../src/knowledge/search/match.ts";
import { company } from "../../../recall/company.ts";
import { dialogues } from "../../../recall/dialogues.ts";
import { figures, ready, toldNothing, type Asked, type Mode } from "../../../recall/measure.ts";
import { rounds } from "../../../support/nightly.ts";
import type { LabelledSet, Question } from "../../../recall/types.ts";

/** A machine many times slower than this one makes the vectors of all in this. */
const SLOW_MS = 900_000;
/** The company by day; renamed, and the dialogues, at night: making vectors of all takes longer than everything else here. */
const SETS = rounds(1, 3);
const FLOORS = [
  [0, "words", 52, 46],
  [0, "vectors", 67, 48],
  [0, "fused", 72, 56],
  [1, "fused", 74, 54],
  [2, "words", 69, 53],
  [2, "vectors", 79, 55],
  [2, "fused", 86, 66],
] as const;
const COMPANIES = [company(0), company(1)] as const;

/** Whether a question and its evidence, with whose it is and its day, have a stem in common. */
function sharesWords({ query }: Question, evidence: LabelledSet["items"]): boolean {
  const sql = memoryDatabase();
  sql.rows("create virtual table said using fts5(text, tokenize='porter unicode61 remove_diacritics 2')");
  for (const { title, text } of evidence) sql.rows("insert into said (text) values (?)", `${title}\n${text}`);
  return questionWords(query).some(
    (word) => sql.rows("select 1 from said where said match ?", `"${word.replaceAll('"', "")}"`).length > 0,
  );
}

describe.each(
  COMPANIES.map((set, index) => [index === 0 ? "the company" : "the company renamed", set] as const),
)("the questions about %s", (_, { items, questions }) => {
  it("are enough: a third shares no word with what answers it, a fifth has no answer", () => {
    expect(questions.length).toBeGreaterThanOrEqual(150);
    const share = (which: (question: Question) => boolean): number =>
      questions.filter(which).length / questions.length;
    expect(share(({ isWordless }) => isWordless)).toBeGreaterThanOrEqual(1 / 3);
    expect(share(({ kind }) => kind === "none")).toBeGreaterThanOrEqual(1 / 5);
    for (const kind of ["name", "date", "paraphrase", "multi-hop"] as const)
      expect(share((one) => one.kind === kind)).toBeGreaterThan(0.04);
  });

  it("have evidence that is there, and share words with it or not as they are marked", () => {
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.size).toBe(items.length);
    const wrong = questions.filter((question) => {
      const evidence = question.evidence.flatMap((id) => byId.get(id) ?? []);
      const isThere = evidence.length === question.evidence.length;
      const isAnswered = question.kind === "none" ? evidence.length === 0 : evidence.length > 0;
      return !isThere || !isAnswered || (question.isWordless && sharesWords(question, evidence));
    });
    expect(wrong.map(({ query }) => query)).toEqual([]);
  });
});

it("another seed has other names and other words for the same questions", () => {
  const [one, other] = COMPANIES.map(({ questions }) => questions.map(({ query }) => query));
  const named = COMPANIES[0].questions.flatMap(({ kind, isWordless }, at) =>
    kind !== "none" && !isWordless && one?.[at] !== other?.[at] ? [at] : [],
  );
  expect(named.length).toBeGreaterThan(40);
  const texts = COMPANIES.map(
    ({ items }) => new Set(items.filter(({ id }) => /^p\d+$/.test(id)).map(({ text }) => text)),
  );
  const same = [...(texts[0] ?? [])].filter((text) => texts[1]?.has(text));
  expect(same.length).toBeLessThan((texts[0]?.size ?? 0) / 10);
});

describe("questions are answered", () => {
  let asked: Asked[] = [];
  beforeAll(async () => {
    asked = await ready([...COMPANIES, dialogues()].slice(0, SETS));
  }, SLOW_MS);

  const at = (index: number): Asked => {
    const one = asked[index];
    if (one === undefined) throw new Error(`there is no set ${index}`);
    return one;
  };

  it.each(FLOORS.filter(([index]) => index < SETS))(
    "of set %i by %s: at least %i per cent of the evidence among ten, and first ones at %i",
    async (index, mode: Mode, least, leastMrr) => {
      const { at10, mrr } = await figures(at(index), mode);
      expect(at10).toBeGreaterThanOrEqual(least);
      expect(mrr).toBeGreaterThanOrEqual(leastMrr);
    },
  );

  it.each(rounds([], [[0, 1] as const]))(
    "as well where everybody has another name and uses other words",
    async (index, renamed) => {
      const [one, other] = [await figures(at(index), "fused"), await figures(at(renamed), "fused")];
      expect(Math.abs(one.at10 - other.at10)).toBeLessThanOrEqual(3);
    },
  );

  it("by words and meaning better than by either", async () => {
    for (const index of asked.keys()) {
      const [words, vectors, both] = await Promise.all(
        (["words", "vectors", "fused"] as const).map((mode) => figures(at(index), mode)),
      );
      expect(both?.at10).toBeGreaterThan(Math.max(words?.at10 ?? 0, vectors?.at10 ?? 0));
    }
  });

  it("and half of those that nothing answers are told, seldom one that something does", async () => {
    const { told, wronged } = await toldNothing(at(0), "fused");
    expect(told).toBeGreaterThanOrEqual(48);
    expect(wronged).toBeLessThanOrEqual(28);
  });
});
