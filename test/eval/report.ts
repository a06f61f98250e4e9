/** What came of the sets: figures beside their lines, as a table and as a file. Pure. */
import type { Outcome } from "./scripted.ts";
import { gradeAnswer, gradeRouting, isClarification, wentOf, type Verdict } from "./grade.ts";
import type { Recorded } from "./live.ts";
import { trueAccounts } from "./truth.ts";
import type { AnySet } from "./types.ts";
import { gradeUpdate } from "./grade-update.ts";

/** A figure and its line. */
export interface Figure {
  readonly set: string;
  readonly cases: number;
  readonly right: number;
  /** The share that must be right at least; of a bound, what must not be exceeded. */
  readonly line: number;
  readonly value: number;
  readonly holds: boolean;
  readonly unit: "share" | "seconds" | "tau" | "recall" | "points";
  readonly wrong: readonly Outcome[];
}

/** Questions of a session's worth in which something may be asked back (seed 003: less than 15 of 100), and the mean time of an answer. */
const ASKED_BACK = 0.15;
const MEAN_SECONDS = 5;

/** The figure of a set whose cases are decided. */
export function figureOf(set: string, line: number, outcomes: readonly Outcome[]): Figure {
  const right = outcomes.filter((one) => one.right).length;
  const value = right / Math.max(1, outcomes.length);
  const wrong = outcomes.filter((one) => !one.right);
  return { set, cases: outcomes.length, right, line, value, holds: value >= line, unit: "share", wrong };
}

/** Grades what was answered. */
export function gradeAll(sets: readonly AnySet[], recorded: readonly Recorded[], nowMs: number): Figure[] {
  const known = new Map<number, ReturnType<typeof trueAccounts>>();
  const truthAt = (atMs: number): ReturnType<typeof trueAccounts> => {
    const truth = known.get(atMs) ?? trueAccounts(atMs);
    known.set(atMs, truth);
    return truth;
  };
  const graded = sets.map(({ set, line, cases }) => {
    const outcomes = cases.flatMap((one): Outcome[] => {
      const found = recorded.find((answer) => answer.set === set && answer.id === one.id);
      if (found === undefined) return [];
      const verdict = verdictOf(one, found, truthAt(found.atMs ?? nowMs));
      return [{ id: one.id, ask: one.ask, ...verdict }];
    });
    return figureOf(set, line, outcomes);
  });
  const plain = recorded.filter(({ set }) =>
    sets.some((one) => one.set === set && "expect" in (one.cases[0] ?? {})),
  );
  return [
    ...graded.filter(({ cases }) => cases > 0),
    ...(plain.length === 0 ? [] : [askedBack(plain), meanSeconds(plain)]),
  ];
}

function verdictOf(
  one: AnySet["cases"][number],
  { answer, seen }: Recorded,
  truth: ReturnType<typeof trueAccounts>,
): Verdict {
  if ("to" in one) return gradeRouting(one, wentOf(answer));
  if ("expect" in one) return gradeAnswer(one, answer, truth);
  return seen === undefined ? { right: false, why: "nobody looked at the account" } : gradeUpdate(one, seen);
}

function askedBack(recorded: readonly Recorded[]): Figure {
  const count = recorded.filter(({ answer }) => isClarification(answer)).length;
  const value = count / recorded.length;
  const about = { set: "asked back", cases: recorded.length, right: recorded.length - count };
  return { ...about, line: ASKED_BACK, value, holds: value < ASKED_BACK, unit: "share", wrong: [] };
}

function meanSeconds(recorded: readonly Recorded[]): Figure {
  const value = recorded.reduce((sum, { seconds }) => sum + seconds, 0) / recorded.length;
  const about = { set: "mean answer", cases: recorded.length, right: recorded.length };
  return { ...about, line: MEAN_SECONDS, value, holds: value < MEAN_SECONDS, unit: "seconds", wrong: [] };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
const SHOWN: Readonly<Record<Figure["unit"], (value: number) => string>> = {
  share: percent,
  recall: percent,
  tau: (value) => `τ ${value.toFixed(2)}`,
  points: (value) => `${value.toFixed(1)} of 10`,
  seconds: (value) => `${value.toFixed(1)} s`,
};

/** A table for people: each figure with its line, and below it what was wrong. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ set, cases, value, line, unit, holds }) => [
    set,
    String(cases),
    SHOWN[unit](value),
    `${set === "asked back" || unit === "seconds" ? "<" : "≥"} ${SHOWN[unit](line)}`,
    holds ? "yes" : "NO",
  ]);
  const head = ["set", "cases", "figure", "line", "holds"];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)),
  );
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const wrong = figures.flatMap(({ set, wrong: some }) =>
    some.map(({ id, ask, why }) => `  ${set} ${id}: ${ask}\n    ${why}`),
  );
  const ruler = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [lineOf(head), ruler, ...rows.map(lineOf), ...(wrong.length === 0 ? [] : ["", ...wrong])].join("\n");
}
