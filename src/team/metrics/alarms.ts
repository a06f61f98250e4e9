/** Decides when an agent's metrics need a person's attention. Pure. */
import { percentile, shareOf, type Counts } from "./figures.ts";

/** Metrics of one agent: the last hour, day and month. */
export interface Watched {
  readonly agent: string;
  readonly title: string;
  /** Maximum model calls per run. */
  readonly maxCalls: number;
  readonly hour: Counts;
  readonly day: Counts;
  readonly month: Counts;
}

/** A metric that needs attention. */
export interface Alarm {
  readonly rule: "slow" | "unsure" | "not_accepted" | "failing" | "long" | "denied";
  /** Title of its notification. */
  readonly title: string;
  readonly body: string;
}

/** Acceptable 95th percentile of run time in seconds, by agent. */
const SLOW_S: Readonly<Record<string, number>> = { "wbs-generator": 30, "nl-query": 8 };
/** Minimum runs for a meaningful share. */
const FEW_RUNS = 5;
const FEW_CALLS = 10;
const FEW_REVIEWS = 10;

export function alarmsOf(watched: Watched): Alarm[] {
  return [slow, unsure, notAccepted, failing, long, denied].flatMap((rule) => rule(watched) ?? []);
}

const hundredths = (share: number): string => `${Math.round(share * 100)}%`;

function slow({ agent, title, day }: Watched): Alarm | null {
  const limit = SLOW_S[agent];
  const p95 = percentile(day.latencies, 0.95);
  if (limit === undefined || p95 === null || day.runs < FEW_RUNS || p95 <= limit * 1_000) return null;
  const body = `In the last 24 hours, 5 of 100 runs took ${Math.round(p95 / 1_000)} seconds or longer; ${limit} are the limit.`;
  return { rule: "slow", title: `${title} is slow`, body };
}

function unsure({ title, day }: Watched): Alarm | null {
  const mean = shareOf(day.confidence, day.sure);
  if (mean === null || day.sure < FEW_RUNS || mean >= 0.5) return null;
  const body = `It was ${hundredths(mean)} sure on average of what it said in the last 24 hours. Look at what it lacks.`;
  return { rule: "unsure", title: `${title} is unsure`, body };
}

function notAccepted({ title, month }: Watched): Alarm | null {
  const share = shareOf(month.accepted, month.reviewed);
  if (share === null || month.reviewed < FEW_REVIEWS || share >= 0.6) return null;
  const body = `People found ${month.accepted} of ${month.reviewed} runs right in the last 30 days. Its instructions need a look.`;
  return { rule: "not_accepted", title: `${title} is often found wrong`, body };
}

function failing({ title, hour }: Watched): Alarm | null {
  const share = shareOf(hour.failed, hour.runs);
  if (share === null || hour.runs < FEW_RUNS || share <= 0.1) return null;
  const body = `${hour.failed} of its ${hour.runs} runs in the last hour failed. Activity says why.`;
  return { rule: "failing", title: `${title} fails often`, body };
}

function long({ title, day, maxCalls }: Watched): Alarm | null {
  const mean = shareOf(day.modelCalls, day.runs);
  if (mean === null || day.runs < FEW_RUNS || mean <= maxCalls * 0.8) return null;
  const body = `Its runs of the last 24 hours took ${mean.toFixed(1)} steps on average; ${maxCalls} are the limit, where it stops unfinished.`;
  return { rule: "long", title: `${title} needs nearly all its steps`, body };
}

function denied({ title, hour }: Watched): Alarm | null {
  const share = shareOf(hour.denied, hour.toolCalls);
  if (share === null || hour.toolCalls < FEW_CALLS || share <= 0.2) return null;
  const body = `The policy refused ${hour.denied} of its ${hour.toolCalls} calls in the last hour. Either it tries what it shouldn’t, or a rule is too strict.`;
  return { rule: "denied", title: `${title} is refused often`, body };
}
