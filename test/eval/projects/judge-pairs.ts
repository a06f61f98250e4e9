/** Pairs of truth and words that a person labelled good or not, and what a judge gave them: a judge that doesn't agree with the labels is no measure. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { EvaluationResult } from "../../../src/team/api/evaluation.ts";
import type { Figure } from "../report.ts";
import { digestOf } from "../digest.ts";
import { figureFrom, JUDGED_POINTS } from "./decide.ts";
import { judgeInstructions, type Judge } from "./judge.ts";
import { verdict } from "./set.ts";

const FILE = join(import.meta.dirname, "judge-pairs.json");

const fileSchema = z.strictObject({
  about: z.string(),
  at: z.iso.date(),
  /** The model that judged. */
  judge: z.string(),
  /** The digest of the rubrics it judged by. */
  rubrics: z.string(),
  pairs: z.array(
    z.strictObject({
      id: z.string(),
      rubric: z.enum(["summary", "client-summary", "text", "example"]),
      truth: z.array(z.string()).min(1),
      words: z.string(),
      /** Labelled before a judge was asked. */
      good: z.boolean(),
      points: z.number(),
      why: z.string(),
    }),
  ),
});

/** The name of the figure, and the agreement from which on judged figures are shown. */
export const JUDGE = "judge";
export const AGREEMENT_LINE = 0.85;

export function judgePairs(): z.infer<typeof fileSchema> {
  return fileSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

/** The digest of what a judge is told today. */
export function rubricsDigest(): string {
  return digestOf(["summary", "client-summary", "text", "example"].map(judgeInstructions));
}

/** How often the judge finds good what was labelled so, and not good what wasn't. */
export function agreement(): Figure {
  const graded = judgePairs().pairs.map(({ id, truth, good, points, why }) => ({
    id,
    ask: truth[0] ?? id,
    ...verdict(
      points > JUDGED_POINTS === good
        ? []
        : [`${points} of 10, labelled ${good ? "good" : "not good"}: ${why}`],
    ),
  }));
  return figureFrom({ set: JUDGE, line: AGREEMENT_LINE, unit: "share" }, graded);
}

export function agreementResult(): EvaluationResult {
  const { value, right, cases, line, unit } = agreement();
  const { at, judge: model } = judgePairs();
  return {
    set: JUDGE,
    mode: "live",
    at,
    model,
    prompts: {},
    right,
    cases,
    value: Math.round(value * 10_000) / 10_000,
    line,
    unit,
  };
}

/** Asks a judge for its points, and keeps them with the pairs. */
export async function judgeAgain(judge: Judge): Promise<void> {
  const file = judgePairs();
  const pairs: (typeof file)["pairs"] = [];
  let model = file.judge;
  for (const pair of file.pairs) {
    const said = await judge(pair);
    model = said.model;
    pairs.push({ ...pair, points: said.points, why: said.why });
  }
  const at = new Date().toISOString().slice(0, 10);
  const renewed = { ...file, at, judge: model, rubrics: rubricsDigest(), pairs };
  await writeFile(FILE, `${JSON.stringify(renewed, null, 2)}\n`);
}
