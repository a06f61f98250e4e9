/** Answers of models that are committed (`recorded/`, one file a set), and any run's answers graded again by today's sets. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findAgent } from "../../src/agent/index.ts";
import type { EvaluationResult } from "../../src/team/api/evaluation.ts";
import { gradeExamples } from "./examples/figures.ts";
import { committedExamples, type Example } from "./examples/grade.ts";
import type { Recorded } from "./live.ts";
import type { ProjectAnswer } from "./projects/answer.ts";
import { figureFrom, gradeAnswers } from "./projects/decide.ts";
import { agreement, agreementResult } from "./projects/judge-pairs.ts";
import { projectSets } from "./projects/index.ts";
import { verdict } from "./projects/set.ts";
import { statementResults } from "../proof/statements.ts";
import { promptOf, stale } from "./prompts.ts";
import { gradeSituation, seenSchema, situations, SITUATIONS } from "./situations/grade.ts";
import { gradeAll, type Figure } from "./report.ts";
import { resultOf } from "./results.ts";
import { accountSets, answeredSets } from "./sets.ts";

/** What a run of a model leaves behind. */
export interface Answers {
  readonly at: string;
  /** Models by what they are for. */
  readonly models: Readonly<Record<string, string>>;
  /** A digest of each agent's instructions: answers of other digests were made by other prompts. */
  readonly prompts: Readonly<Record<string, string>>;
  readonly answers: readonly Recorded[];
  readonly projects: readonly ProjectAnswer[];
}

/** Grades answers by the sets as they are now, without any model. */
export async function gradeRecorded(
  { at, answers, projects }: Answers,
  examples: readonly Example[] = committedExamples(),
): Promise<Figure[]> {
  return [
    ...gradeAll(accountSets(), answers, Date.parse(at)),
    ...(await gradeAnswers(projectSets(), projects)),
    ...gradeSituations(projects),
    ...gradeExamples(examples, projects),
  ];
}

function gradeSituations(answers: readonly ProjectAnswer[]): Figure[] {
  const { line, cases } = situations();
  const graded = cases.flatMap((one) => {
    const answer = answers.find(({ set, id }) => set === SITUATIONS && id === one.id);
    if (answer === undefined) return [];
    const { output, problem } = answer;
    const made =
      output === null
        ? verdict([problem ?? "it was not played"])
        : gradeSituation(one, seenSchema.parse(output));
    return [{ id: one.id, ask: one.about, ...made }];
  });
  return graded.length === 0 ? [] : [figureFrom({ set: SITUATIONS, line, unit: "share" }, graded)];
}

/** The figures of a model's answers as they are committed; what is only watched (seconds, what is asked back) isn't, nor the points of a judge that doesn't agree with people. */
export function liveResults(
  figures: readonly Figure[],
  { at, models, prompts }: Answers,
): EvaluationResult[] {
  const isJudgeTrusted = agreement().holds;
  return figures.flatMap((figure) => {
    if (figure.set.endsWith(", judged") && !isJudgeTrusted) return [];
    const of = answeredSets().find(({ set }) => figure.set === set || figure.set === `${set}, judged`);
    if (of === undefined) return [];
    const tiers = new Set(of.agents.map((name) => MODEL_OF[findAgent(name)?.tier ?? "main"]));
    const model = [...tiers].map((name) => models[name] ?? name).join(", ");
    const digests = Object.fromEntries(of.agents.map((name) => [name, prompts[name] ?? ""]));
    return [resultOf(figure, { mode: "live", at: at.slice(0, 10), model, prompts: digests })];
  });
}

/** Figures of those who judge: the judge, and the check of statements. Their answers stand with their sets. */
export function judgesResults(): EvaluationResult[] {
  return [agreementResult(), ...statementResults()];
}

const MODEL_OF = { main: "AGENT_MODEL", cheap: "CHEAP_MODEL", heavy: "HEAVY_MODEL" } as const;
const FOLDER = join(import.meta.dirname, "recorded");

/** What is committed; empty where nothing is. */
export function committedAnswers(): Answers[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Answers);
}

/** Commits a run's answers, set by set, each in the place of its older one, with the digest of its prompt. */
export async function commitAnswers({ at, models, prompts, answers, projects }: Answers): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const { set, agents } of answeredSets()) {
    const mine = answers.filter((one) => one.set === set);
    const its = projects.filter((one) => one.set === set);
    if (mine.length + its.length === 0) continue;
    const digests = Object.fromEntries(agents.map((name) => [name, prompts[name] ?? ""]));
    const file = join(FOLDER, `${set.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}.json`);
    const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Answers) : null;
    const older = (before?.answers ?? []).map((one) => ({ atMs: Date.parse(before?.at ?? at), ...one }));
    const all = { answers: merged(older, mine), projects: merged(before?.projects ?? [], its) };
    // While some are of older prompts, the figure is theirs.
    const isOfToday = stale([...all.answers, ...all.projects]).every((one) => one.set !== set);
    const kept: Answers = { at, models, prompts: isOfToday ? digests : (before?.prompts ?? digests), ...all };
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  }
}

/** Older answers, with those answered again in their places and new ones behind. */
function merged<One extends { readonly set: string; readonly id: string; readonly prompt?: string }>(
  older: readonly One[],
  fresh: readonly One[],
): One[] {
  const stamped = new Map(fresh.map((one) => [one.id, { ...one, prompt: promptOf(one) ?? "" }]));
  const kept = older
    .filter((one) => promptOf(one) !== null)
    .map((one) => {
      const again = stamped.get(one.id) ?? one;
      stamped.delete(one.id);
      return again;
    });
  return [...kept, ...stamped.values()];
}
