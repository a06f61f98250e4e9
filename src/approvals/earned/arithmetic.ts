/** Computes when a rule is earned or lost. Pure. */
import { lowerBound } from "../../kernel/rate.ts";
import { shareWords, type EarnedSetting } from "../api/earned.ts";

/** A rule in force is lost only this far below the line, so that one edit near it doesn't revoke the rule. */
const MARGIN = 0.05;
/** A rule is lost if enough of this many newest samples were edited or rejected. */
const LAST_SAMPLES = 5;
const BAD_SAMPLES = 2;

/** Statistics of a string of decisions: `1` approved unchanged, `0` otherwise. */
export interface Figures {
  readonly unchanged: number;
  readonly decided: number;
  /** 95% confidence bound of the true share, from 0 to 1. */
  readonly lowerBound: number;
}

interface Tally {
  readonly recent: string;
  readonly samples: string;
  readonly decided: number;
  readonly restsUntil: number;
  readonly state: "collecting" | "proposed" | "in_force" | "declined" | "taken_back";
}

/** The change to make to a rule. */
export type Step =
  | { readonly do: "rest" | "propose" }
  | { readonly do: "take_back"; readonly because: string };

/** Ignores undecided ones (`-`). */
export function figuresOf(marks: string): Figures {
  const unchanged = marks.split("1").length - 1;
  const decided = unchanged + marks.split("0").length - 1;
  return { unchanged, decided, lowerBound: lowerBound(unchanged, decided) };
}

export function reachesLine(recent: string, { line, minDecisions }: EarnedSetting): boolean {
  const { decided, lowerBound: bound } = figuresOf(recent);
  return line !== null && decided >= minDecisions && bound >= line;
}

/** `held`: the rule would have no effect now, so it isn't proposed. */
export function nextStep(tally: Tally, setting: EarnedSetting, held: boolean): Step {
  if (tally.state === "proposed") return { do: "rest" };
  if (tally.state === "in_force") {
    const because = lostBecause(tally, setting);
    return because === null ? { do: "rest" } : { do: "take_back", because };
  }
  const isRested = tally.decided >= tally.restsUntil;
  return { do: isRested && !held && reachesLine(tally.recent, setting) ? "propose" : "rest" };
}

function lostBecause({ recent, samples }: Tally, { line }: EarnedSetting): string | null {
  const last = figuresOf(samples.replaceAll("-", "").slice(-LAST_SAMPLES));
  const bad = last.decided - last.unchanged;
  if (bad >= BAD_SAMPLES)
    return `Of the last ${last.decided} checks, ${bad} were edited, rejected, or undone.`;
  const all = figuresOf(recent);
  if (line === null || all.lowerBound >= line - MARGIN) return null;
  return `Only ${all.unchanged} of the last ${all.decided} were approved unchanged: that’s surely no more than ${shareWords(all.lowerBound)}, and the line is ${shareWords(line)}.`;
}

/** Whether every call needs approval now: the newest sample was edited, rejected, or not judged. */
export function isOnProbation(samples: string): boolean {
  return samples !== "" && !samples.endsWith("1");
}
