/**
 * `npm run bench`: the product beside a bare Worker and AIChatAgent, in one run on the same model, and the promises that are about speed and size.
 * `-- --quick` takes fewer turns, `-- --write` renders docs/benchmarks.md. Ends with 1 where a promise is broken; times
 * do not count while other work keeps the machine busy.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Policy } from "../src/protocol/index.ts";
import { aiChatSubject } from "../test/bench/ai-chat.ts";
import { bareSubject } from "../test/bench/bare.ts";
import { measureCacheShare, type CacheShare } from "../test/bench/cache-share.ts";
import { measureFanOut, type FanOut } from "../test/bench/fan-out.ts";
import type { Spread } from "../test/bench/figures.ts";
import { measureHookRate, type HookRate } from "../test/bench/hook-rate.ts";
import { measureGrowth, type Growth } from "../test/bench/growth/measure.ts";
import { measureHttpAck } from "../test/bench/http-ack.ts";
import { interleave, type Series } from "../test/bench/interleave.ts";
import { isBusy, loadNow, thisMachine } from "../test/bench/machine.ts";
import { startPeer } from "../test/bench/peer-process.ts";
import type { ClickFigures } from "../test/bench/click-routes.ts";
import { broken, judge, type Findings } from "../test/bench/promises.ts";
import { growthTable } from "../test/bench/growth/report.ts";
import { clickTable, otherTable, page, plainText, promiseTable, turnTable } from "../test/bench/report.ts";
import { conversationFiles, seedHistory } from "../test/bench/seed-history.ts";
import { measureStart, measureWorkerStartUp } from "../test/bench/start-up.ts";
import { stewardSubject } from "../test/bench/steward.ts";
import { MODEL, type Subject } from "../test/bench/subject.ts";
import { measureWorkspace, type WorkspaceFigures } from "../test/bench/workspace.ts";
import { signInAs, type Client } from "../test/support/client.ts";
import { freePort } from "../test/support/test-env.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

const ROOT = resolve(import.meta.dirname, "..");
const FULL = {
  histories: [100, 1_000, 5_000],
  rounds: 60,
  acks: 40,
  watchers: 200,
  watchedTurns: 5,
  hookSeconds: 20,
  clicks: 5,
  asked: 15,
} as const;
const QUICK = {
  histories: [100, 5_000],
  rounds: 16,
  acks: 12,
  watchers: 200,
  watchedTurns: 2,
  hookSeconds: 8,
  clicks: 3,
  asked: 5,
} as const;
const HOOKS_PER_SECOND = 50;
/** Far from what a bench spends: running into a budget is not what is measured. */
const BUDGET_USD = 1_000_000;

const isQuick = process.argv.includes("--quick");
const plan = isQuick ? QUICK : FULL;
const begun = performance.now();
const say = (line: string): void =>
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);

async function raiseBudget(admin: Client): Promise<void> {
  const { policy, version } = await admin.json<{ policy: Policy; version: number }>("GET", "/api/policy");
  await admin.json("PUT", "/api/policy", { policy: { ...policy, monthlyBudgetUsd: BUDGET_USD }, version });
}

/** Conversations with their histories, by length. The app is down while they are written. */
async function prepareHistories(stack: Stack, dataDir: string, dana: Client): Promise<Map<number, string>> {
  const conversations = new Map<number, string>(plan.histories.map((history) => [history, randomUUID()]));
  for (const id of conversations.values()) await dana.json("POST", "/api/conversations", { id });
  await stack.killApp();
  const files = await conversationFiles(dataDir);
  for (const [history, id] of conversations) {
    const file = files.get(id);
    if (file === undefined) throw new Error(`conversation ${id} has no file`);
    const compactions = seedHistory(file, history);
    say(`wrote ${history} messages, compacted ${compactions} times`);
  }
  await stack.startApp();
  return conversations;
}

interface Chat {
  readonly series: Series[];
  readonly cache: CacheShare;
  readonly httpAck: Spread;
  readonly fanOut: FanOut;
  readonly hookRate: HookRate;
  readonly workspace: WorkspaceFigures;
}

async function measureChat(stack: Stack, dataDir: string): Promise<Chat> {
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const priya = await signInAs(appUrl, sandboxUrl, "priya@alderfinch.example");
  await raiseBudget(dana);
  const conversations = await prepareHistories(stack, dataDir, dana);

  say("starting the peers");
  await using bare = await startPeer("bare", sandboxUrl);
  await using aiChat = await startPeer("ai-chat", sandboxUrl);
  const subjects: Subject[] = [await bareSubject(bare.url)];
  for (const [history, id] of conversations) subjects.push(await stewardSubject(dana, priya, id, history));
  for (const history of conversations.keys()) subjects.push(await aiChatSubject(aiChat.url, history));

  say(`${plan.rounds} rounds of turns`);
  const seldom = ({ product }: Subject): boolean => product === "ai-chat";
  const series = await interleave(sandboxUrl, subjects, { rounds: plan.rounds, seldom });
  for (const subject of subjects) subject.close();
  const longest = plan.histories.at(-1) ?? 0;
  const cache = await measureCacheShare(sandboxUrl, `bench-steward-${longest}-`, MODEL);
  say(`${plan.acks} messages over HTTP`);
  const httpAck = await measureHttpAck(dana, sandboxUrl, plan.acks);
  say(`${plan.watchers} watchers`);
  const fanOut = await measureFanOut(dana, sandboxUrl, { watchers: plan.watchers, turns: plan.watchedTurns });
  say(`${HOOKS_PER_SECOND} webhooks a second`);
  const rate = { perSecond: HOOKS_PER_SECOND, seconds: plan.hookSeconds };
  const hookRate = await measureHookRate(dana, sandboxUrl, rate);
  say("10,000 files");
  const workspace = await measureWorkspace(dana);
  return { series, cache, httpAck, fanOut, hookRate, workspace };
}

async function product(dataDir: string, options: Partial<StackOptions> = {}): Promise<Stack> {
  say("starting the product");
  return startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    progress: say,
    ...options,
  });
}

/** In a product of its own, with a day's work in it. */
async function measurePages(dataDir: string): Promise<readonly ClickFigures[]> {
  const stack = await product(dataDir, { tickCron: false, sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" } });
  try {
    // Named only when it runs: the types of a page and those of a Worker exclude each other within one program.
    const clicks: string = join(ROOT, "test/bench/clicks.ts");
    const { measureClicks } = (await import(clicks)) as {
      measureClicks: (
        stack: Stack,
        dataDir: string,
        rounds: number,
        say: (line: string) => void,
      ) => Promise<ClickFigures[]>;
    };
    say("every page, clicked on");
    return await measureClicks(stack, dataDir, plan.clicks, say);
  } finally {
    await stack.stop();
  }
}

/** In a product of its own: a team of years beside a new one. */
async function measureGrown(dataDir: string): Promise<Growth> {
  const stack = await product(dataDir, { tickCron: false, sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" } });
  try {
    say("a team of years beside a new one");
    return await measureGrowth(stack, dataDir, plan.asked, say);
  } finally {
    await stack.stop();
  }
}

async function measureAll(dataDir: string): Promise<Findings> {
  const clicks = await inNewFolder(measurePages);
  const growth = await inNewFolder(measureGrown);
  const stack = await product(dataDir);
  let chat: Chat;
  try {
    chat = await measureChat(stack, dataDir);
  } finally {
    await stack.stop();
  }
  say("npm start, warm");
  const warmStartSeconds = await measureStart(dataDir);
  say("start-up of the Worker");
  return { ...chat, clicks, growth, warmStartSeconds, workerStartUpMs: await measureWorkerStartUp() };
}

async function inNewFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "steward-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const before = await thisMachine();
const findings = await inNewFolder(measureAll);
const machine = { ...before, loadAfter: loadNow() };
const busy = isBusy(machine, machine.loadAfter);
const verdicts = judge(findings, plan.histories[0], plan.histories.at(-1) ?? 0);
const tables = [
  turnTable(findings.series),
  otherTable(findings),
  clickTable(findings.clicks ?? []),
  ...(findings.growth === undefined ? [] : [growthTable(findings.growth)]),
  promiseTable(verdicts, busy),
];
for (const table of tables) console.log(`\n${plainText(table)}`);

const folder = join(ROOT, "dist", "bench");
await mkdir(folder, { recursive: true });
const file = join(folder, `${machine.date.replaceAll(":", "-").slice(0, 19)}.json`);
await writeFile(file, `${JSON.stringify({ machine, quick: isQuick, findings, verdicts }, null, 1)}\n`);
say(`figures in ${file}`);
if (process.argv.includes("--write")) {
  await writeFile(join(ROOT, "docs", "benchmarks.md"), page(machine, findings, verdicts));
  say("docs/benchmarks.md is written");
}
const failed = broken(verdicts, busy);
if (failed.length > 0) console.error(`\n  Broken: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
