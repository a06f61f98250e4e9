/** The record of evaluation as the page shows it. Pure. */
import {
  isFigureOf,
  type EvaluationRecord,
  type EvaluationResult,
  type EvaluationSet,
} from "../../../../src/team/api/evaluation.ts";

/** A figure of a set: its results, oldest first. */
export interface FigureOverTime {
  readonly name: string;
  /** What was measured, in words. */
  readonly what: string;
  readonly results: readonly EvaluationResult[];
  readonly newest: EvaluationResult;
  /** Agents whose instructions changed since the newest measurement; empty for measurements of code. */
  readonly changed: readonly string[];
}

/** A set with its figures, those of a model first. */
export interface SetOverTime {
  readonly set: EvaluationSet;
  readonly figures: readonly FigureOverTime[];
  /** Whether a model is asked and none ever answered. */
  readonly unmeasured: boolean;
}

/** A judge's points are shown only if it agrees with people this often. */
const MIN_AGREEMENT = 0.85;

/** All sets, grouped by the agent they measure, in the record's order. */
export function setsByGroup({ sets, prompts, results: all }: EvaluationRecord): [string, SetOverTime[]][] {
  const agreed = all.findLast(({ set }) => set === "judge")?.value ?? 0;
  const results = agreed >= MIN_AGREEMENT ? all : all.filter(({ set }) => !set.endsWith(", judged"));
  const groups = Map.groupBy(sets, ({ group }) => group);
  return [...groups].map(([group, some]) => [
    group,
    some.map((set) => {
      const figures = (["live", "code"] as const).flatMap((mode) => figuresOf(set, mode, results, prompts));
      const measured = figures.some(({ newest }) => newest.mode === "live");
      return { set, figures, unmeasured: set.agents.length > 0 && !measured };
    }),
  ]);
}

function figuresOf(
  set: EvaluationSet,
  mode: EvaluationResult["mode"],
  results: EvaluationRecord["results"],
  prompts: EvaluationRecord["prompts"],
): FigureOverTime[] {
  const mine = results.filter((one) => one.mode === mode && isFigureOf(set, one.set));
  return [...Map.groupBy(mine, (one) => one.set)].flatMap(([name, some]) => {
    const newest = some.at(-1);
    if (newest === undefined) return [];
    const changed =
      mode === "code" ? [] : set.agents.filter((agent) => newest.prompts[agent] !== prompts[agent]);
    return [{ name, what: whatOf(set, newest), results: some, newest, changed }];
  });
}

const MEASURED: Readonly<Record<string, string>> = {
  "by rules": "Rules, without a model",
  "what is given": "What the agent is given",
  "as queries": "The query language",
  "as checked": "Checks, without a model",
  judged: "A model, judged",
  "left alone": "True answers left alone",
};

function whatOf({ set }: EvaluationSet, { set: name, mode }: EvaluationResult): string {
  const rest = name.startsWith(`${set}, `) ? name.slice(set.length + 2) : "";
  return MEASURED[rest] ?? (mode === "live" ? "A model" : "Code, without a model");
}

const percents = (value: number): string => `${Number((100 * value).toFixed(1))}%`;
const SHOWN: Readonly<Record<EvaluationResult["unit"], (value: number) => string>> = {
  share: percents,
  recall: percents,
  tau: (value) => `τ ${value.toFixed(2)}`,
  points: (value) => `${value.toFixed(1)} of 10`,
  seconds: (value) => `${value.toFixed(1)} s`,
};

/** `92%`, `τ 0.92`, `8.1 of 10`. */
export function valueWords(unit: EvaluationResult["unit"], value: number): string {
  return SHOWN[unit](value);
}

/** A value's position on a scale from 0 to 1. */
export function shareOf(unit: EvaluationResult["unit"], value: number): number {
  return Math.min(1, Math.max(0, unit === "points" ? value / 10 : value));
}
