/** What the figures say about the product's promises (README, Promises): each by its id, with the bound it must keep. */
import type { CacheShare } from "./cache-share.ts";
import type { ClickFigures } from "./click-routes.ts";
import type { FanOut } from "./fan-out.ts";
import { quantile, spread, type Spread } from "./figures.ts";
import type { Growth } from "./growth/measure.ts";
import { BOUNDS, growthFigures } from "./growth/report.ts";
import type { HookRate } from "./hook-rate.ts";
import type { Series } from "./interleave.ts";
import type { WorkspaceFigures } from "./workspace.ts";

/** Everything one bench found out. */
export interface Findings {
  readonly series: readonly Series[];
  readonly httpAck: Spread;
  readonly fanOut: FanOut;
  readonly hookRate: HookRate;
  readonly cache: CacheShare;
  readonly warmStartSeconds: number;
  readonly workerStartUpMs: number;
  readonly workspace?: WorkspaceFigures;
  /** Every page of the app, clicked on. */
  readonly clicks?: readonly ClickFigures[];
  /** A team of years beside a new one. */
  readonly growth?: Growth;
}

/** One promise and what was measured for it. */
export interface Verdict {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: number;
  readonly atLeast: boolean;
  readonly kept: boolean;
  /** A time on this machine, and so nothing to judge by while others keep it busy. Ratios and sizes hold always. */
  readonly isTime: boolean;
}

/** Compares the findings with the promises. `histories` are the shortest and the longest measured. */
export function judge(findings: Findings, shortest: number, longest: number): Verdict[] {
  const own = findings.series.filter(({ product }) => product === "steward");
  const turns = own.flatMap((series) => series.turns);
  const p50 = (history: number): number =>
    spread(own.find((series) => series.history === history)?.turns.map((turn) => turn.firstTextMs) ?? []).p50;
  const added = turns.map(({ firstTextMs, bareMs }) => firstTextMs - bareMs);
  const { cache, fanOut, hookRate } = findings;
  const most = (values: readonly number[]): number => Math.max(...values) / 1024;
  return [
    atMost(
      "FLAT",
      `first text with ${longest} messages over that with ${shortest}`,
      p50(longest) / p50(shortest),
      "×",
      1.2,
    ),
    atMost("TTFT", "added over the bare Worker, p50", quantile(added, 0.5), "ms", 15),
    atMost("TTFT", "added over the bare Worker, p95", quantile(added, 0.95), "ms", 40),
    atMost("BYTES", "up a turn, the most", most(turns.map(({ upBytes }) => upBytes)), "KiB", 4),
    atMost(
      "BYTES",
      "down an observer a turn, the most",
      most(turns.map(({ observerBytes }) => observerBytes)),
      "KiB",
      20,
    ),
    atMost("FANOUT", `lag of ${fanOut.watchers} watchers, p99`, fanOut.p99, "ms", 300),
    atMost("HOOK-RATE", `a webhook’s 200 at ${hookRate.perSecond} a second, p95`, hookRate.p95, "ms", 100),
    atMost(
      "HOOK-RATE",
      `refused, or not in exactly one run, of ${hookRate.samples}`,
      hookRate.refused + hookRate.astray,
      "texts",
      0,
    ),
    atMost("START", "warm `npm start` to an answer in the chat", findings.warmStartSeconds, "s", 15),
    atMost("SLIM", "start-up of the Worker", findings.workerStartUpMs, "ms", 150),
    atLeast(
      "PREFIX",
      `turns whose prefix had not changed by a byte, of ${cache.turns}`,
      (100 * cache.intactTurns) / cache.turns,
      "%",
      99,
    ),
    atLeast("PREFIX", "input tokens read from the cache", 100 * cache.share, "%", 95),
    atMost("SMALL-BELT", "system and tools of a chat turn", cache.beltTokens, "tokens", 9_000),
    ...(findings.clicks === undefined ? [] : clicked(findings.clicks)),
    ...(findings.growth === undefined ? [] : grown(findings.growth)),
  ];
}

/** The worst request counts. */
function grown(growth: Growth): Verdict[] {
  const { ratio, ms, listKib, tickMs, searchMs } = growthFigures(growth);
  const of = `of ${growth.requests.length} requests, the worst`;
  return [
    atMost("GROWTH", `a team of years over a new one, ${of}`, ratio, "×", BOUNDS.ratio),
    atMost("GROWTH", `p50 of a team of years, ${of}`, ms, "ms", BOUNDS.ms),
    atMost("GROWTH", "a page of a list, the largest", listKib, "KiB", BOUNDS.listKib),
    atMost("GROWTH", "the clock’s minute for a team of years", tickMs, "ms", BOUNDS.tickMs),
    atMost("GROWTH", "a search while the index is made anew, the slowest", searchMs, "ms", BOUNDS.searchMs),
  ];
}

/** The slowest page of all counts. */
function clicked(clicks: readonly ClickFigures[]): Verdict[] {
  const slowest = (pick: (one: ClickFigures) => number): number => Math.max(...clicks.map(pick));
  const of = `of ${clicks.length} clicks, the slowest`;
  return [
    atMost(
      "CLICK",
      `a click is answered, ${of}`,
      slowest((one) => one.answeredMs),
      "ms",
      100,
    ),
    atMost(
      "CLICK",
      `what was clicked on is there, ${of}`,
      slowest((one) => one.shownMs),
      "ms",
      1000,
    ),
  ];
}

/** The promises a run broke. On a busy machine times say nothing, however they turned out. */
export function broken(verdicts: readonly Verdict[], isBusy: boolean): string[] {
  const counted = verdicts.filter(({ kept, isTime }) => !kept && !(isTime && isBusy));
  return [...new Set(counted.map(({ id }) => id))];
}

function atMost(id: string, what: string, value: number, unit: string, bound: number): Verdict {
  return {
    id,
    what,
    value,
    unit,
    bound,
    atLeast: false,
    kept: value <= bound,
    isTime: unit === "ms" || unit === "s",
  };
}

function atLeast(id: string, what: string, value: number, unit: string, bound: number): Verdict {
  return { id, what, value, unit, bound, atLeast: true, kept: value >= bound, isTime: false };
}
