/**
 * Decides how autonomously an agent may work, from its track record: how often it was right, the confidence
 * in that, and whether the next step is earned. A run is right if a person accepted it or, without a
 * decision, if people acted the same way. Only the newest runs in the current mode count. Pure.
 */
import { lowerBound } from "../../kernel/rate.ts";
import type { Scorecard } from "../api/project-agent-runs.ts";
import { DAY_MS } from "../../kernel/clock.ts";

type Mode = Scorecard["mode"];

/** A finished run. */
export interface Watched {
  /** Null if it failed before its mode was determined. */
  readonly mode: Mode | null;
  readonly failed: boolean;
  /** A person's decision; acceptance by the agent's own autonomy does not count. */
  readonly decision: "accepted" | "dismissed" | null;
  /** How much of what it named people acted on; null if there is nothing to compare. */
  readonly beside: { readonly agreed: number; readonly of: number } | null;
  readonly atMs: number;
}

export interface Standing {
  readonly mode: Mode;
  /** The most autonomous mode that makes a difference for this agent. */
  readonly ceiling: Mode;
  readonly nowMs: number;
  /** Whether older runs were left out. */
  readonly isFull: boolean;
}

type ScoreFigures = Pick<
  Scorecard,
  "runs" | "decided" | "compared" | "good" | "judged" | "bound" | "line" | "days" | "up" | "down" | "verdict"
>;

/** From least to most autonomous. */
const MODES = ["shadow", "propose", "execute"] as const;
/** Share that must be right, as a lower bound, to reach a mode. */
const LINES = { shadow: 0, propose: 0.6, execute: 0.8 } as const;
/** Minimum days of observation before a step is earned, however good the results. */
const DAYS = 14;
/** Failure rate above which a mode is too risky. */
const FAILING = 0.1;

/** `rows` newest first. */
export function scoreOf(rows: readonly Watched[], standing: Standing): ScoreFigures {
  const { mode, ceiling, nowMs } = standing;
  const stretch = newestOf(rows, mode);
  const rightness = stretch.flatMap((row) => rightOf(row) ?? []);
  const [good, judged] = [rightness.filter(Boolean).length, rightness.length];
  const at = MODES.indexOf(mode);
  const up = at < MODES.indexOf(ceiling) ? (MODES[at + 1] ?? null) : null;
  const oldestMs = stretch.at(-1)?.atMs ?? nowMs;
  const compared = stretch.flatMap(({ beside }) => beside ?? []);
  const counted = {
    runs: {
      shadow: countOf(rows, (row) => row.mode === "shadow"),
      propose: countOf(rows, (row) => row.mode === "propose"),
      execute: countOf(rows, (row) => row.mode === "execute"),
      failed: countOf(rows, (row) => row.failed),
    },
    decided: {
      accepted: countOf(stretch, ({ decision }) => decision === "accepted"),
      dismissed: countOf(stretch, ({ decision }) => decision === "dismissed"),
    },
    compared: { agreed: compared.filter(isRight).length, of: compared.length },
    good,
    judged,
    bound: lowerBound(good, judged),
    line: up === null ? null : LINES[up],
    days: Math.floor((nowMs - oldestMs) / DAY_MS),
    up,
    down: MODES[at - 1] ?? null,
  };
  return { ...counted, verdict: verdictOf(counted, stretch, standing) };
}

function countOf(rows: readonly Watched[], holds: (row: Watched) => boolean): number {
  return rows.filter(holds).length;
}

/** Runs since it was last set to this mode. */
function newestOf(rows: readonly Watched[], mode: Mode): readonly Watched[] {
  const end = rows.findIndex((row) => row.mode !== null && row.mode !== mode);
  return end === -1 ? rows : rows.slice(0, end);
}

function rightOf({ decision, beside }: Watched): boolean | null {
  if (decision !== null) return decision === "accepted";
  return beside === null ? null : isRight(beside);
}

function isRight({ agreed, of }: NonNullable<Watched["beside"]>): boolean {
  return agreed * 2 >= of;
}

const TO_WORDS: Readonly<Record<Mode, string>> = {
  shadow: "only note",
  propose: "propose",
  execute: "act",
};

function verdictOf(
  { good, judged, bound, days, up, down }: Omit<ScoreFigures, "verdict">,
  stretch: readonly Watched[],
  { mode, isFull }: Standing,
): Scorecard["verdict"] {
  const failed = countOf(stretch, (row) => row.failed);
  const soFar = `${good} of ${judged} were right`;
  const back = down === null ? "" : ` Consider taking it back to ${TO_WORDS[down]}.`;
  if (lowerBound(failed, stretch.length) > FAILING)
    return {
      kind: "failing",
      words: `Fails too often: ${failed} of its last ${stretch.length} runs.${back}`,
    };
  if (1 - lowerBound(judged - good, judged) < LINES[up ?? mode])
    return { kind: "otherwise", words: `People decided otherwise too often: ${soFar}.${back}` };
  if (up === null)
    return {
      kind: "top",
      words:
        mode === "execute"
          ? "Acts by itself already."
          : "It reports and changes nothing, so there’s nothing more to earn.",
    };
  const missing = missingOf(good, judged, LINES[up]);
  const line = percent(LINES[up]);
  const sure =
    judged === 0
      ? ` At least ${line} must be right.`
      : ` ${soFar}, so at least ${percent(bound)} (95% sure); it takes ${line}.`;
  const isPromoted = `until it can be promoted.${sure}`;
  if (missing > 0)
    return {
      kind: "undecided",
      words: `${missing} more right ${missing === 1 ? "decision" : "decisions"} ${isPromoted}`,
    };
  const left = isFull ? 0 : Math.max(0, DAYS - days);
  if (left > 0) return { kind: "early", words: `${left} more ${left === 1 ? "day" : "days"} ${isPromoted}` };
  return {
    kind: "earned",
    words: `Ready to be promoted: let it ${TO_WORDS[up]}. ${soFar}, so at least ${percent(bound)} (95% sure).`,
  };
}

/** How many more right decisions are needed to reach a threshold. */
function missingOf(good: number, all: number, line: number): number {
  let more = 0;
  while (lowerBound(good + more, all + more) < line) more += 1;
  return more;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}
