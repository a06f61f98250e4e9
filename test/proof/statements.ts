/**
 * How well the model's check of statements tells altered answers from true ones, by verdicts that a reader gave to the requests the product sends. The verdicts are
 * judged again here as the product does: words that stand in no source don't count.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { statementCheck, withVerdicts, standsOn, type StandsOn } from "../../src/agent/citations/index.ts";
import { statementJudge, statementVerdictsSchema } from "../../src/agent/agents/statement-judge.ts";
import type { EvaluationResult } from "../../src/team/api/evaluation.ts";
import { digestOf, promptsOf } from "../eval/digest.ts";
import { alteredBy, givenOf, labelled, written, type Labelled } from "./measure.ts";

const verdictsSchema = z.array(
  z.strictObject({
    /** Words of the sentence that the verdict is on. */
    at: z.string().min(1),
    verdict: z.enum(["supported", "not_stated", "contradicted"]),
    source: z.int(),
    words: z.string(),
  }),
);

export const KINDS = ["figure", "date", "name", "who", "unit", "negation"] as const;

const setSchema = z.strictObject({
  about: z.string(),
  reader: z.string(),
  at: z.iso.date(),
  /** The digest of the instructions that the verdicts were given by. */
  prompt: z.string(),
  cases: z.array(
    z.strictObject({
      of: z.string(),
      kind: z.enum(["true", ...KINDS]),
      from: z.string().optional(),
      to: z.string().optional(),
      verdicts: verdictsSchema,
    }),
  ),
  /** Questions that take something false for granted, with an answer that follows them. */
  leading: z.array(
    z.strictObject({ of: z.string(), question: z.string(), answer: z.string(), verdicts: verdictsSchema }),
  ),
});
type Verdicts = z.infer<typeof verdictsSchema>;

const FILE = join(import.meta.dirname, "statements.json");

/** The name of the figure, and the least that must be marked of changes and left alone of true answers. */
export const STATEMENTS = "statements";
export const MARKED_LINE = 0.95;
export const ALONE_LINE = 0.97;

export function statementSet(): z.infer<typeof setSchema> {
  return setSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

/** How many of a kind there are, and how many were marked. */
interface Count {
  readonly cases: number;
  readonly marked: number;
}

interface Measured {
  readonly changes: Readonly<Record<(typeof KINDS)[number], Count>>;
  readonly leading: Count;
  readonly true: Count;
  /** Verdicts whose words stand in no source, of all that give words. */
  readonly unfounded: number;
  readonly given: number;
}

/** Marks of an answer: by code alone, or with the verdicts. */
export function measureStatements(how: "code" | "both"): Measured {
  const known = new Map(["held-out", "answers", "fresh"].flatMap(labelled).map((one) => [one.id, one]));
  const of = (id: string): Labelled => {
    const one = known.get(id);
    if (one === undefined) throw new Error(`no answer ${id}`);
    return one;
  };
  let [unfounded, given] = [0, 0];
  const marks = (one: Labelled, answer: Labelled["answer"], verdicts: Verdicts): string[] => {
    const [said, messages] = [written(answer), givenOf(one)];
    const stands = standsOn("run", said, messages);
    const check = statementCheck("run", said, messages);
    if (stands === null || check === null) throw new Error(`nothing to check in ${one.id}`);
    if (how === "code") return marksOf(stands);
    const numbered = verdicts.map(({ at, ...rest }) => {
      const number = check.sentences.findIndex((sentence) => sentence.includes(at)) + 1;
      if (number === 0)
        throw new Error(`${one.id} has no sentence with “${at}”: ${check.sentences.join(" | ")}`);
      return { number, ...rest };
    });
    const judged = withVerdicts(stands, check, numbered);
    given += verdicts.filter(({ verdict }) => verdict === "contradicted").length;
    unfounded +=
      verdicts.filter(({ verdict }) => verdict === "contradicted").length -
      (judged.doubtedStatements ?? []).filter(({ verdict }) => verdict === "contradicted").length;
    return marksOf(judged);
  };
  const { cases, leading } = statementSet();
  const counted = (kind: string, isMarked: (one: (typeof cases)[number]) => boolean): Count => {
    const some = cases.filter((one) => one.kind === kind);
    return { cases: some.length, marked: some.filter(isMarked).length };
  };
  const isChangeMarked = ({ of: id, from = "", to = "", verdicts }: (typeof cases)[number]): boolean => {
    const one = of(id);
    const before = new Set(marks(one, one.answer, []));
    return marks(one, alteredBy(one.answer, from, to), verdicts).some((mark) => !before.has(mark));
  };
  const changes = Object.fromEntries(
    KINDS.map((kind) => [kind, counted(kind, isChangeMarked)]),
  ) as Measured["changes"];
  return {
    changes,
    true: counted("true", ({ of: id, verdicts }) => marks(of(id), of(id).answer, verdicts).length > 0),
    leading: {
      cases: leading.length,
      marked: leading.filter(
        ({ of: id, question, answer, verdicts }) =>
          marks({ ...of(id), question }, answer, verdicts).length > 0,
      ).length,
    },
    unfounded,
    given,
  };
}

function marksOf({ unprovenClaims, unprovenQuotes, doubtedStatements = [] }: StandsOn): string[] {
  return [
    ...unprovenClaims.map(({ words }) => words),
    ...unprovenQuotes,
    ...doubtedStatements.map(({ sentence }) => sentence),
  ];
}

/** The digest of what the check's model is told today. */
export function statementPrompt(): string {
  return digestOf([statementJudge.instructions]);
}

/** Both figures as they are recorded. */
export function statementResults(): EvaluationResult[] {
  const { at, reader: model } = statementSet();
  const { changes, leading, true: left } = measureStatements("both");
  const all = [...Object.values(changes), leading];
  const sum = (of: (count: Count) => number): number => all.reduce((total, one) => total + of(one), 0);
  const by = { mode: "live", at, model, prompts: promptsOf([statementJudge.name]), unit: "share" } as const;
  const result = (set: string, right: number, cases: number, line: number): EvaluationResult => ({
    set,
    ...by,
    right,
    cases,
    value: Math.round((right / cases) * 10_000) / 10_000,
    line,
  });
  return [
    result(
      STATEMENTS,
      sum(({ marked }) => marked),
      sum(({ cases }) => cases),
      MARKED_LINE,
    ),
    result(`${STATEMENTS}, left alone`, left.cases - left.marked, left.cases, ALONE_LINE),
  ];
}

/** Asks a model for its verdicts on every request, as the product would, and keeps them with the cases. */
export async function checkAgain(
  ask: (instructions: string, text: string) => Promise<unknown>,
  model: string,
): Promise<void> {
  const file = statementSet();
  const known = new Map(["held-out", "answers", "fresh"].flatMap(labelled).map((one) => [one.id, one]));
  const verdictsOn = async (id: string, answer: (one: Labelled) => string, question?: string) => {
    const one = known.get(id);
    if (one === undefined) throw new Error(`no answer ${id}`);
    const given = givenOf({ ...one, question: question ?? one.question });
    const check = statementCheck("run", written(answer(one)), given);
    if (check === null) throw new Error(`nothing to check in ${id}`);
    const { statements } = statementVerdictsSchema.parse(await ask(statementJudge.instructions, check.text));
    return statements.flatMap(({ number, ...rest }): Verdicts => {
      const at = check.sentences[number - 1];
      return at === undefined ? [] : [{ at, ...rest }];
    });
  };
  const cases: typeof file.cases = [];
  for (const one of file.cases)
    cases.push({
      ...one,
      verdicts: await verdictsOn(one.of, ({ answer }) => alteredBy(answer, one.from ?? "", one.to ?? "")),
    });
  const leading: typeof file.leading = [];
  for (const one of file.leading)
    leading.push({ ...one, verdicts: await verdictsOn(one.of, () => one.answer, one.question) });
  const at = new Date().toISOString().slice(0, 10);
  const renewed = { ...file, at, reader: model, prompt: statementPrompt(), cases, leading };
  await writeFile(FILE, `${JSON.stringify(renewed, null, 2)}\n`);
}
