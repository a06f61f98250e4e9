/** The figures as tables: for the terminal and, from the same rows, for `docs/benchmarks.md`. */
import type { ClickFigures } from "./click-routes.ts";
import { spread, type Spread } from "./figures.ts";
import { growthTable } from "./growth/report.ts";
import type { Series } from "./interleave.ts";
import { historyTable, type BenchHistory, type BenchRun } from "./history.ts";
import type { Machine } from "./machine.ts";
import type { Findings, Verdict } from "./promises.ts";
import { DELTAS } from "./subject.ts";
import type { WorkspaceFigures } from "./workspace.ts";

type Table = readonly (readonly string[])[];
type Rows = string[][];

const NAMES = { bare: "bare Worker", "ai-chat": "AIChatAgent", steward: "Steward" } as const;

const number = (value: number): string =>
  Number.isNaN(value) ? "–" : value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(1);
const kib = (bytes: number): string => number(bytes / 1024);

function turnRow({ product, history, turns }: Series): string[] {
  const firstText = spread(turns.map((turn) => turn.firstTextMs));
  const middle = (pick: (turn: Series["turns"][number]) => number): number => spread(turns.map(pick)).p50;
  return [
    NAMES[product],
    product === "bare" ? "none" : history.toLocaleString("en-US"),
    number(firstText.p50),
    number(firstText.p95),
    number(middle((turn) => turn.wholeMs)),
    kib(middle((turn) => turn.upBytes)),
    kib(middle((turn) => turn.downBytes)),
    product === "bare" ? "–" : kib(middle((turn) => turn.observerBytes)),
    String(turns.length),
  ];
}

/** One row for each product and length of history. */
function turnTable(series: readonly Series[]): Rows {
  return [
    [
      "",
      "messages before",
      "first text p50, ms",
      "p95, ms",
      "whole turn p50, ms",
      "up, KiB",
      "down, KiB",
      "down an observer, KiB",
      "turns",
    ],
    ...series.map(turnRow),
  ];
}

/** One row a promise. */
function promiseTable(verdicts: readonly Verdict[], busy: boolean): Rows {
  return [
    ["promise", "", "measured", "bound", ""],
    ...verdicts.map(({ id, what, value, unit, bound, atLeast, kept, isTime }) => [
      id,
      what,
      `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit}`,
      `${atLeast ? "≥" : "≤"} ${bound} ${unit}`,
      kept ? "kept" : isTime && busy ? "not judged: the machine was busy" : "BROKEN",
    ]),
  ];
}

/** Figures without a promise. */
function otherTable({ httpAck, fanOut, hookRate, cache, turnCosts, storage, workspace }: Findings): Rows {
  const { toolCall, hooks, mcpCall, followUps } = turnCosts;
  const both = ({ p50, p95, samples }: Spread): string =>
    `${number(p50)} / ${number(p95)} ms over ${samples}`;
  return [
    ["figure", "measured"],
    [
      "HTTP: message to 202, p50 / p95",
      `${number(httpAck.p50)} / ${number(httpAck.p95)} ms over ${httpAck.samples}`,
    ],
    [
      `lag of ${fanOut.watchers} watchers, p50 / p99 / worst`,
      `${number(fanOut.p50)} / ${number(fanOut.p99)} / ${number(fanOut.worst)} ms over ${fanOut.frames.toLocaleString("en-US")} frames`,
    ],
    [
      `${hookRate.perSecond} webhooks a second for ${hookRate.seconds} s: to the 200, p50 / p95 / worst`,
      `${number(hookRate.p50)} / ${number(hookRate.p95)} / ${number(hookRate.worst)} ms over ${hookRate.samples.toLocaleString("en-US")} in ${hookRate.runs} runs`,
    ],
    [
      "the same at a bare Worker: to the 200, p50 / p95",
      `${number(hookRate.bare.p50)} / ${number(hookRate.bare.p95)} ms over ${hookRate.bare.samples.toLocaleString("en-US")}`,
    ],
    [
      "input tokens read from the cache",
      `${cache.readTokens.toLocaleString("en-US")} of ${cache.inputTokens.toLocaleString("en-US")} in ${cache.turns} turns`,
    ],
    ["a tool call, over the tool itself, p50 / p95", both(toolCall)],
    ["all hooks of a tool call, p50 / p95", both(hooks)],
    ["a query at the MCP door, p50 / p95", both(mcpCall)],
    [
      `new tokens of ${followUps.turns} follow-up questions about projects`,
      `${followUps.newTokens.toLocaleString("en-US")} of ${followUps.sentTokens.toLocaleString("en-US")}`,
    ],
    [
      "a conversation on disk, and each message of a long one",
      `${kib(storage.conversationBytes)} KiB, ${kib(storage.messageBytes)} KiB`,
    ],
    ...fileRows(workspace),
  ];
}

function fileRows({ files, search, list, context, contextAnew, write }: WorkspaceFigures): Rows {
  const row = (what: string, { p50, p95, samples }: Spread): string[] => [
    `${files.toLocaleString("en-US")} files: ${what}, p50 / p95`,
    `${number(p50)} / ${number(p95)} ms over ${samples}`,
  ];
  return [
    row("search", search),
    row("list of a folder", list),
    row("what prompts hold", context),
    row("what prompts hold, right after a name changed", contextAnew),
    row("a new file written", write),
  ];
}

/** One row a page of the app. */
function clickTable(clicks: readonly ClickFigures[]): Rows {
  return [
    ["page", "answers the click, ms", "is there, ms"],
    ...clicks.map(({ route, answeredMs, shownMs }) => [route, number(answeredMs), number(shownMs)]),
  ];
}

function columnWidths(table: Table): number[] {
  return (table[0] ?? []).map((_, column) => Math.max(3, ...table.map((row) => (row[column] ?? "").length)));
}

const padded = (row: readonly string[], widths: readonly number[]): string[] =>
  row.map((cell, column) => cell.padEnd(widths[column] ?? 0));

/** Columns padded for a terminal. */
export function plainText(table: Table): string {
  const widths = columnWidths(table);
  return table.map((row) => `  ${padded(row, widths).join("  ")}`.trimEnd()).join("\n");
}

/** As the formatter leaves it. */
function markdown(table: Table): string {
  const [head = [], ...rows] = table;
  const widths = columnWidths(table);
  const line = (cells: readonly string[]): string => `| ${padded(cells, widths).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** A run as it's written down: figures for later runs, and the tables of the page. */
export function benchRun({
  machine,
  commit,
  findings,
  verdicts,
  busy,
}: {
  readonly machine: Machine & { readonly loadAfter: number };
  readonly commit: string;
  readonly findings: Findings;
  readonly verdicts: readonly Verdict[];
  readonly busy: boolean;
}): BenchRun {
  const { date, cpu, cores, memoryGiB, node, workerd, wrangler, aiChat, loadBefore, loadAfter } = machine;
  const { conversations, texts, contacts, files, approvals } = findings.growth.size;
  const many = (count: number): string => count.toLocaleString("en-US");
  return {
    date,
    commit,
    machine: { cpu, cores, memoryGiB },
    software: `Node ${node.slice(1)} · workerd ${workerd} · wrangler ${wrangler} · \`@cloudflare/ai-chat\` ${aiChat} · load average before and after ${loadBefore} and ${loadAfter}`,
    busy,
    figures: verdicts.map(({ name, id, what, value, unit, atLeast, isTime }) => ({
      name,
      id,
      what,
      value,
      unit,
      atLeast,
      isTime,
    })),
    tables: {
      turns: turnTable(findings.series),
      promises: promiseTable(verdicts, busy),
      more: otherTable(findings),
      clicks: clickTable(findings.clicks),
      growth: growthTable(findings.growth).map((row) => [...row]),
    },
    grown: `${many(conversations)} conversations, ${many(texts)} texts, ${many(contacts)} contacts, ${many(files)} files and ${many(approvals)} approvals`,
  };
}

/** The page of the newest run, made from `docs/benchmarks.json` alone. */
export function page(history: BenchHistory): string {
  const run = history.at(-1);
  if (run?.tables === undefined || run.grown === undefined) throw new Error("The newest run has no tables.");
  const { date, commit, machine, software, tables, grown } = run;
  return `# Benchmarks

Made from \`docs/benchmarks.json\` by \`npm run bench -- --write\`; do not edit. Figures of one run on one machine: compare columns of this page with each other, never with
another machine's.

${date.slice(0, 10)} · commit ${commit} · ${machine.cpu} · ${machine.cores} cores · ${machine.memoryGiB} GiB · ${software}

## A turn, beside its peers

All run under \`wrangler dev\` on this machine and ask the same sandbox model, which answers each question at once with ${DELTAS} scripted deltas. They
take turns, one question at a time, so that noise hits all alike. Measured at the page's socket: the time from sending the message to the first text of the
answer, and the bytes of payload. The bare Worker posts the page's message to the model and passes the stream back; it knows no history, no people and no limits,
and writes nothing down. AIChatAgent is set up as its documentation shows and driven over its own protocol. AIChatAgent takes part in every fourth
round.

${markdown(tables.turns)}

Steward's histories are written by its own ledger, with whole turns, and compacted where its own plan compacts.

## Promises

${markdown(tables.promises)}

"Added over the bare Worker" is the difference within a round, over all of Steward's turns.

## The last runs on this kind of machine

${markdown(historyTable(history))}

## More

${markdown(tables.more)}

## Clicks

Every page of the app in Chromium, with a day's work in it: from the click on its link, on a page that was loaded anew, until anything on the page changed, and
until what was asked for stood there. The middle of several rounds.

${markdown(tables.clicks)}

## Growth

Each request the pages make, asked in turn by a new team and by one with ${grown}, on one running product. The clock's minute is the work of all kinds it handed out for the team.

${markdown(tables.growth)}
`;
}
