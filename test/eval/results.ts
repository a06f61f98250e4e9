/**
 * The record of figures over time that is committed beside the sets (`results.json`): what code decides must not fall under the newest, nor what a model once answered
 * when it is graded again. A figure of a model stands with the digest of the instructions it was answered by: where they have changed since, it says nothing of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  evaluationRecordSchema,
  isFigureOf,
  type EvaluationRecord,
  type EvaluationResult,
} from "../../src/team/api/evaluation.ts";
import { promptsOf } from "./digest.ts";
import type { Figure } from "./report.ts";
import { answeredSets, describedSets } from "./sets.ts";

export const RESULTS = join(import.meta.dirname, "results.json");

/** What is committed. */
export function committed(): EvaluationRecord {
  return evaluationRecordSchema.parse(JSON.parse(readFileSync(RESULTS, "utf8")));
}

/** What a figure is measured by, and on which day. */
export type By = Pick<EvaluationResult, "mode" | "at" | "model" | "prompts">;

/** A figure as it is committed. */
export function resultOf({ set, right, cases, value, line, unit }: Figure, by: By): EvaluationResult {
  return { set, ...by, right, cases, value: Math.round(value * 10_000) / 10_000, line, unit };
}

/** A figure of code as it is committed. What an agent is given was given to the instructions of the day. */
export function codeResult(figure: Figure, at: string): EvaluationResult {
  const of = describedSets().find((set) => isFigureOf(set, figure.set));
  const prompts = figure.set.endsWith(", what is given") ? promptsOf(of?.agents ?? []) : {};
  return resultOf(figure, { mode: "code", at, model: null, prompts });
}

type Results = readonly EvaluationResult[];

/** The newest of a figure; undefined where it was never measured so. */
export function newestOf(
  results: Results,
  { set, mode }: Pick<EvaluationResult, "set" | "mode">,
): EvaluationResult | undefined {
  return results.findLast((one) => one.set === set && one.mode === mode);
}

const sameBy = (one: EvaluationResult, other: EvaluationResult): boolean =>
  one.model === other.model && JSON.stringify(one.prompts) === JSON.stringify(other.prompts);

const MEASURED = ["value", "cases", "right", "line", "unit"] as const;

/** The record with what changed against the newest of the same figure. Another measure of the same day, by the same model and instructions, stands in the place of the first. */
export function renewed(old: Results, fresh: Results): EvaluationResult[] {
  const results = [...old];
  for (const one of fresh) {
    const was = newestOf(results, one);
    if (was !== undefined && sameBy(was, one)) {
      if (MEASURED.every((what) => was[what] === one[what])) continue;
      if (was.at === one.at) results.splice(results.indexOf(was), 1);
    }
    results.push(one);
  }
  return results.toSorted(
    (one, other) =>
      one.mode.localeCompare(other.mode) ||
      one.set.localeCompare(other.set) ||
      one.at.localeCompare(other.at),
  );
}

/** The whole record as it is to be committed. */
export function recordWith(old: Results, fresh: Results): EvaluationRecord {
  const agents = answeredSets().flatMap((set) => set.agents);
  return { sets: describedSets(), prompts: promptsOf(agents), results: renewed(old, fresh) };
}

const ROUNDED = 0.000_1;

/** What is worse than the newest that is committed, in words; a figure that isn't committed at all is told too. For seconds and what is asked back, less is better: they are measured and never held. */
export function worse(old: Results, fresh: Results): string[] {
  return fresh.flatMap((now) => {
    const was = newestOf(old, now);
    if (was === undefined)
      return [`${now.set}: not in the record yet; npm run eval -- --record puts it there`];
    return [
      ...(now.value < was.value - ROUNDED ? [`${now.set}: ${now.value} where it was ${was.value}`] : []),
      ...(now.cases < was.cases ? [`${now.set}: ${now.cases} cases where there were ${was.cases}`] : []),
    ];
  });
}

/** For each set that a model answers: that it never did, or that its instructions have changed since. Empty where all is measured. */
export function unmeasured(
  old: Results,
  sets: readonly { readonly set: string; readonly agents: readonly string[] }[],
): string[] {
  return sets.flatMap(({ set, agents }) => {
    const was = newestOf(old, { set, mode: "live" });
    if (was === undefined) return [`${set}: never measured with a model`];
    const changed = Object.entries(promptsOf(agents)).filter(
      ([name, digest]) => was.prompts[name] !== digest,
    );
    return changed.length === 0
      ? []
      : [`${set}: not measured since its prompt changed (${changed.map(([name]) => name).join(", ")})`];
  });
}
