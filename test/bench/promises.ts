/** What the figures say about the product's promises (README, Promises): each by its id, with the bound it must keep. */
import type { CacheShare } from "./cache-share.ts";
import type { ClickFigures } from "./click-routes.ts";
import type { FanOut } from "./fan-out.ts";
import { quantile, spread, type Spread } from "./figures.ts";
import type { Growth } from "./growth/measure.ts";
import { BOUNDS, growthFigures } from "./growth/report.ts";
import type { HookRate } from "./hook-rate.ts";
import type { Series } from "./interleave.ts";
import { yearsGb, type SessionStorage, type TurnCosts } from "./turn-costs.ts";
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
  readonly workspace: WorkspaceFigures;
  readonly turnCosts: TurnCosts;
  readonly storage: SessionStorage;
  /** Every page of the app, clicked on. */
  readonly clicks: readonly ClickFigures[];
  /** A team of years beside a new one. */
  readonly growth: Growth;
}

/** One promise and what was measured for it. */
export interface Verdict {
  /** Its name in all runs; `what` says numbers of this one. */
  readonly name: string;
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
  const { clicks, growth, workspace } = findings;
  return [
    ...chats(findings.series, shortest, longest),
    ...hooks(findings),
    atMost(
      "warm-start",
      "START",
      "warm `npm start` to an answer in the chat",
      findings.warmStartSeconds,
      "s",
      6,
    ),
    atMost("start-up", "SLIM", "start-up of the Worker", findings.workerStartUpMs, "ms", 120),
    ...prompts(findings.cache),
    ...costs(findings),
    ...files(workspace),
    ...clicked(clicks),
    ...grown(growth),
  ];
}

function chats(series: readonly Series[], shortest: number, longest: number): Verdict[] {
  const own = series.filter(({ product }) => product === "steward");
  const turns = own.flatMap((one) => one.turns);
  type Turn = (typeof turns)[number];
  const p50 = (product: Series["product"], history: number, pick: (turn: Turn) => number): number =>
    spread(series.find((one) => one.product === product && one.history === history)?.turns.map(pick) ?? [])
      .p50;
  const firstText = (turn: Turn): number => turn.firstTextMs;
  const whole = (turn: Turn): number => turn.wholeMs;
  const added = turns.map(({ firstTextMs, bareMs }) => firstTextMs - bareMs);
  const addedWhole = turns.map(({ wholeMs, bareWholeMs }) => wholeMs - bareWholeMs);
  const most = (values: readonly number[]): number => Math.max(...values) / 1024;
  return [
    atMost(
      "flat",
      "FLAT",
      `first text with ${longest} messages over that with ${shortest}`,
      p50("steward", longest, firstText) / p50("steward", shortest, firstText),
      "×",
      1.2,
    ),
    atMost(
      "first-text-p50",
      "TTFT",
      "first text, added over the bare Worker, p50",
      quantile(added, 0.5),
      "ms",
      10,
    ),
    atMost(
      "first-text-p95",
      "TTFT",
      "first text, added over the bare Worker, p95",
      quantile(added, 0.95),
      "ms",
      25,
    ),
    atMost(
      "whole-turn-added",
      "TTFT",
      "whole turn, added over the bare Worker, p50",
      quantile(addedWhole, 0.5),
      "ms",
      30,
    ),
    atMost("whole-turn", "TTFT", "whole turn, p50", quantile(turns.map(whole), 0.5), "ms", 35),
    ...own.map(({ history }) =>
      atMost(
        `whole-turn-peer-${history}`,
        "TTFT",
        `whole turn over AIChatAgent’s, with ${history} messages`,
        p50("steward", history, whole) / p50("ai-chat", history, whole),
        "×",
        1,
      ),
    ),
    atMost("bytes-up", "BYTES", "up a turn, the most", most(turns.map(({ upBytes }) => upBytes)), "KiB", 4),
    atMost(
      "bytes-down",
      "BYTES",
      "down an observer a turn, the most",
      most(turns.map(({ observerBytes }) => observerBytes)),
      "KiB",
      20,
    ),
  ];
}

function hooks({ fanOut, hookRate }: Findings): Verdict[] {
  const { perSecond, seconds, samples, p95, bare, refused, astray, lastRunSeconds } = hookRate;
  const rate = `at ${perSecond} a second for ${seconds} s`;
  return [
    atMost("fan-out", "FANOUT", `lag of ${fanOut.watchers} watchers, p99`, fanOut.p99, "ms", 300),
    atMost("hook-p95", "HOOK-RATE", `a webhook’s 200 ${rate}, p95`, p95, "ms", 100),
    atMost(
      "hook-bare",
      "HOOK-RATE",
      "the same over a bare Worker with a signature and one row",
      p95 / bare.p95,
      "×",
      2,
    ),
    atMost(
      "hook-astray",
      "HOOK-RATE",
      `refused, or not in exactly one run, of ${samples}`,
      refused + astray,
      "texts",
      0,
    ),
    atMost(
      "hook-last-run",
      "HOOK-RATE",
      "from the last delivery to the last run’s start",
      lastRunSeconds,
      "s",
      90,
    ),
  ];
}

function prompts(cache: CacheShare): Verdict[] {
  return [
    atLeast(
      "prefix-turns",
      "PREFIX",
      `turns whose prefix had not changed by a byte, of ${cache.turns}`,
      (100 * cache.intactTurns) / cache.turns,
      "%",
      99,
    ),
    atLeast("prefix-tokens", "PREFIX", "input tokens read from the cache", 100 * cache.share, "%", 95),
    atMost("small-belt", "SMALL-BELT", "system and tools of a chat turn", cache.beltTokens, "tokens", 7_500),
  ];
}

function costs({ turnCosts, storage }: Findings): Verdict[] {
  const { toolCall, hooks: all, mcpCall, followUps } = turnCosts;
  const share = 100 * (1 - followUps.newTokens / followUps.sentTokens);
  return [
    atMost("tool-call", "OVERHEAD", "a tool call, over the tool itself, p95", toolCall.p95, "ms", 50),
    atMost("tool-hooks", "OVERHEAD", "all hooks of a tool call, p95", all.p95, "ms", 20),
    atMost("mcp-call", "OVERHEAD", "a query at the MCP door, the query included, p95", mcpCall.p95, "ms", 50),
    atMost(
      "session-storage",
      "SESSION",
      "10,000 conversations with 1,000,000 messages on disk",
      yearsGb(storage),
      "GB",
      10,
    ),
    atLeast("follow-up", "SESSION", "of a follow-up’s prompt, sent before in its session", share, "%", 40),
  ];
}

/** Of a workspace of so many files, the middle of each. */
function files({ files: many, search, list, context, write }: WorkspaceFigures): Verdict[] {
  const of = `of ${many.toLocaleString("en-US")} files, p50`;
  return [
    atMost("files-search", "FILES", `search ${of}`, search.p50, "ms", 40),
    atMost("files-list", "FILES", `list of a folder ${of}`, list.p50, "ms", 14),
    atMost("files-prompt", "FILES", `what prompts hold ${of}`, context.p50, "ms", 9),
    atMost("files-write", "FILES", `a file written ${of}`, write.p50, "ms", 20),
  ];
}

/** The worst request counts. */
function grown(growth: Growth): Verdict[] {
  const { ratio, ms, listKib, tickMs, searchMs } = growthFigures(growth);
  const of = `of ${growth.requests.length} requests, the worst`;
  return [
    atMost("growth-ratio", "GROWTH", `a team of years over a new one, ${of}`, ratio, "×", BOUNDS.ratio),
    atMost("growth-p50", "GROWTH", `p50 of a team of years, ${of}`, ms, "ms", BOUNDS.ms),
    atMost("growth-list", "GROWTH", "a page of a list, the largest", listKib, "KiB", BOUNDS.listKib),
    atMost("growth-minute", "GROWTH", "the clock’s minute for a team of years", tickMs, "ms", BOUNDS.tickMs),
    atMost(
      "growth-search",
      "GROWTH",
      "a search while the index is made anew, the slowest",
      searchMs,
      "ms",
      BOUNDS.searchMs,
    ),
  ];
}

/** The slowest page of all counts. */
function clicked(clicks: readonly ClickFigures[]): Verdict[] {
  const slowest = (pick: (one: ClickFigures) => number): number => Math.max(...clicks.map(pick));
  const of = `of ${clicks.length} clicks, the slowest`;
  const [answered, shown] = [slowest((one) => one.answeredMs), slowest((one) => one.shownMs)];
  return [
    atMost("click-answered", "CLICK", `a click is answered, ${of}`, answered, "ms", 100),
    atMost("click-shown", "CLICK", `what was clicked on is there, ${of}`, shown, "ms", 1000),
  ];
}

/** The promises a run broke. On a busy machine times say nothing, however they turned out. */
export function broken(verdicts: readonly Verdict[], isBusy: boolean): string[] {
  const counted = verdicts.filter(({ kept, isTime }) => !kept && !(isTime && isBusy));
  return [...new Set(counted.map(({ id }) => id))];
}

function atMost(name: string, id: string, what: string, value: number, unit: string, bound: number): Verdict {
  return {
    name,
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

function atLeast(
  name: string,
  id: string,
  what: string,
  value: number,
  unit: string,
  bound: number,
): Verdict {
  return { name, id, what, value, unit, bound, atLeast: true, kept: value >= bound, isTime: false };
}
