/** When a rule is earned, and when it is lost: what was decided, held against the line. Pure. */
import { lowerBound } from "../../kernel/rate.ts";
import { shareWords, type EarnedSetting } from "../api/earned.ts";

/** A rule in force is lost only so far under the line: a single edit on it moves nothing to and fro. */
const MARGIN = 0.05;
/** Of so many newest samples, so many edited or rejected lose the rule. */
const LAST_SAMPLES = 5;
const BAD_SAMPLES = 2;

/** What decisions come to: a string of `1` (approved unchanged) and `0`. */
export interface Figures {
  readonly unchanged: number;
  readonly decided: number;
  /** 95 % sure that the true share is at least this; a share of 1. */
  readonly lowerBound: number;
}

/** What a tally holds that decides. */
interface Tally {
  readonly recent: string;
  readonly samples: string;
  readonly decided: number;
  readonly restsUntil: number;
  readonly state: "collecting" | "proposed" | "in_force" | "declined" | "taken_back";
}

/** What is to be done about a rule. */
export type Step =
  | { readonly do: "rest" | "propose" }
  | { readonly do: "take_back"; readonly because: string };

/** The figures of some decisions. Unjudged ones (`-`) don't count. */
export function figuresOf(marks: string): Figures {
  const unchanged = marks.split("1").length - 1;
  const decided = unchanged + marks.split("0").length - 1;
  return { unchanged, decided, lowerBound: lowerBound(unchanged, decided) };
}

/** Whether what was decided reaches the line. */
export function reachesLine(recent: string, { line, minDecisions }: EarnedSetting): boolean {
  const { decided, lowerBound: bound } = figuresOf(recent);
  return line !== null && decided >= minDecisions && bound >= line;
}

/** What is to be done. `held`: a rule could do nothing now, so none is proposed. */
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

/** Whether a person must see the next call whatever its number: the newest sample was edited or rejected, or no one judged it. */
export function isOnProbation(samples: string): boolean {
  return samples !== "" && !samples.endsWith("1");
}
