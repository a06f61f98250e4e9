/** Questions about the demo's projects: an answer must hold what their rows hold, and name no row beside. By code, each question can be asked in the language that agents have, and its answer there is true. */
import * as z from "zod";
import type { Json } from "../../../src/kernel/hash.ts";
import { answerQuery } from "../../../src/projects/index.ts";
import { pmQuerySchema, type PmQuery } from "../../../src/projects/api/projects-query.ts";
import { demoRows, heldBy, truthSchema, type Held } from "./nl-query-truth.ts";
import { readData, setShape, verdict, wordsIn, type Graded, type ProjectSet } from "./set.ts";
import { DAY_MS, dayFrom } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      /** Turn by turn; the last is the one whose answer is graded. */
      turns: z.array(z.string()).min(1),
      truth: truthSchema,
      /** How the language of agents asks it. `@today+7`: a day; `@ago7`: a moment. */
      query: z.unknown(),
    }),
  ),
});
export type QuestionCase = z.infer<typeof dataSchema>["cases"][number];

export const nlQueryData = (): z.infer<typeof dataSchema> => readData("nl-query", dataSchema);

export function nlQuerySet(): ProjectSet {
  const { line, cases } = nlQueryData();
  return {
    set: "questions",
    agent: "nl-query",
    line,
    unit: "share",
    cases: cases.map(({ id, turns, truth }) => ({
      id,
      ask: turns.join(" → "),
      turns,
      projectId: "",
      projects: () => [],
      input: {},
      grade: async (output, nowMs) =>
        gradeWords(wordsIn(output), heldBy(truth, await demoRows(nowMs - (nowMs % HOUR_MS)))),
    })),
  };
}

/** Answers of the same hour share the demo they are held against: bringing it for each takes a minute. */
const HOUR_MS = 3_600_000;
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NOTHING = /\b(no|none|nothing|not|isn.t|aren.t|zero|0)\b/i;

/** Whether words hold it. Rows are named by their links, or by their names. */
export function gradeWords(words: string, held: Held): Graded {
  if (held.kind === "number")
    return verdict(
      saysNumber(words, held.value) || saysRounded(words, held.value) ? [] : [`it doesn’t say ${held.value}`],
    );
  if (held.kind === "counts")
    return verdict(
      [...held.counts].flatMap(([name, count]) =>
        words.split("\n").some((line) => names(line, name) && saysNumber(line, count))
          ? []
          : [`not ${count} for ${name}`],
      ),
    );
  const linked = [...words.matchAll(/\/(?:tasks|projects)\/([\w-]+)/g)].map(([, id = ""]) => id);
  const missing = held.ids.filter((id) => !linked.includes(id) && !words.includes(held.titles.get(id) ?? id));
  const over = linked.filter((id) => held.titles.has(id) && !held.ids.includes(id));
  return verdict([
    ...missing.map((id) => `not ${held.titles.get(id) ?? id}`),
    ...over.map((id) => `${held.titles.get(id) ?? id} too`),
    ...(held.ids.length > 0 || NOTHING.test(words) ? [] : ["it doesn’t say that there is nothing"]),
  ]);
}

function saysNumber(words: string, value: number): boolean {
  const word = NUMBERS[value];
  const spelled = word === undefined ? "" : `|\\b${word}\\b`;
  const digits = String(value).replace(".", "\\.");
  return new RegExp(
    `(?<![\\d.])${digits}(?![\\d]|\\.\\d)${spelled}${value === 0 ? "|\\bno(ne)?\\b" : ""}`,
    "i",
  ).test(words);
}

/** A number with more decimals than the truth, such as 5.03 for 5. */
function saysRounded(words: string, value: number): boolean {
  return [...words.matchAll(/(?<![\d.])\d+\.\d{2,}(?!\.?\d)/g)].some(
    ([said]) => Math.round(Number(said) * 10) / 10 === value,
  );
}

function names(line: string, name: string): boolean {
  const parts = [name, name.replace("_", " "), name.split(/[ ,]/)[0] ?? name];
  return parts.some((part) => line.toLowerCase().includes(part.toLowerCase()));
}

/** What the language of agents answers to the case's question, held against the rows. */
export async function gradeQuery({ query, truth }: QuestionCase, nowMs: number): Promise<Graded> {
  const rows = await demoRows(nowMs);
  const held = heldBy(truth, rows);
  const { rows: answered, more } = await answerQuery(rows.world.db, queryAt(query, nowMs));
  const isCut = more && held.kind === "counts";
  const problems = isCut ? ["the answer was cut"] : [];
  if (held.kind === "number") {
    const is = Math.round(Number(answered[0]?.["n"] ?? 0) * 10) / 10;
    return verdict([...problems, ...(is === held.value ? [] : [`${is}, not ${held.value}`])]);
  }
  if (held.kind === "counts") {
    const counts = new Map(answered.map((row) => [keyOf(row), Number(row["n"])]));
    const wrong = [...held.counts].filter(([name, count]) => counts.get(name) !== count);
    return verdict([
      ...problems,
      ...wrong.map(([name, count]) => `${counts.get(name) ?? 0} of ${name}, not ${count}`),
    ]);
  }
  const ids = new Set(answered.map((row) => wordsIn(row["id"] ?? row["taskId"] ?? row["projectId"])));
  const same = ids.size === held.ids.length && held.ids.every((id) => ids.has(id));
  return verdict([...problems, ...(same ? [] : [`${[...ids].join(", ")}, not ${held.ids.join(", ")}`])]);
}

/** The value a row is grouped by. */
function keyOf(row: Readonly<Record<string, Json>>): string {
  return wordsIn(Object.entries(row).find(([name]) => name !== "n")?.[1]);
}

function queryAt(query: unknown, nowMs: number): PmQuery {
  const written = JSON.stringify(query)
    .replaceAll(/@today([+-]\d+)?/g, (_, days: string | undefined) => dayFrom(nowMs, Number(days ?? 0)))
    .replaceAll(/@ago(\d+)/g, (_, days: string) => new Date(nowMs - Number(days) * DAY_MS).toISOString());
  return pmQuerySchema.parse(JSON.parse(written));
}
