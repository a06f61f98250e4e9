/**
 * `npm run bench`: compares the product with a bare Worker and AIChatAgent on the same model in one run, and measures the promises about
 * speed and size. `-- --quick` takes fewer turns, `-- --tiny` only checks that every part runs, `-- --write` adds the figures to
 * docs/benchmarks.json and generates docs/benchmarks.md. Reports any promise that got worse by more than a quarter. Exits with 1 if a
 * promise is broken; times are ignored while other work keeps the machine busy, and everything is in a tiny run.
 */
import "../src/features.ts";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { ALDER } from "../sandbox/world/company.ts";
import type { Policy } from "../src/team/api/policy.ts";
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
import { GROWN, type TeamSize } from "../test/bench/growth/grow-team.ts";
import { historySchema, withRun, worsened } from "../test/bench/history.ts";
import { benchRun, page, plainText } from "../test/bench/report.ts";
import { conversationFiles, seedHistory } from "../test/bench/seed-history.ts";
import { measureStart, measureWorkerStartUp } from "../test/bench/start-up.ts";
import { stewardSubject } from "../test/bench/steward.ts";
import { MODEL, type Subject } from "../test/bench/subject.ts";
import { measureStorage, measureTurnCosts, type TurnCosts } from "../test/bench/turn-costs.ts";
import { measureWorkspace, type WorkspaceFigures } from "../test/bench/workspace.ts";
import { alreadyPrepared } from "../test/support/already-prepared.ts";
import { signInAs, type Client } from "../test/support/client.ts";
import { freePort } from "../test/support/test-env.ts";
import { buildFrontend, buildWorkersOnce } from "./build.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** All recorded full runs, newest last. */
const HISTORY = join(ROOT, "docs", "benchmarks.json");
interface Plan {
  readonly histories: readonly number[];
  readonly rounds: number;
  readonly acks: number;
  readonly watchers: number;
  readonly watchedTurns: number;
  readonly hooks: { readonly perSecond: number; readonly seconds: number };
  /** How long texts are collected before a run; null for the team's setting. */
  readonly gatherSeconds: number | null;
  readonly costs: { readonly turns: number; readonly calls: number };
  readonly files: { readonly files: number; readonly asked: number };
  readonly clicks: { readonly rounds: number; readonly pages: number; readonly tasks: number };
  readonly growth: { readonly size: TeamSize; readonly rounds: number; readonly minuteMs: number };
  /** Runs all parts on one product instance; nothing is judged. */
  readonly oneProduct: boolean;
}

const FULL: Plan = {
  histories: [100, 1_000, 5_000],
  rounds: 60,
  acks: 40,
  watchers: 200,
  watchedTurns: 5,
  hooks: { perSecond: 50, seconds: 60 },
  gatherSeconds: null,
  costs: { turns: 12, calls: 60 },
  files: { files: 10_000, asked: 40 },
  clicks: { rounds: 5, pages: Infinity, tasks: 5_000 },
  growth: { size: GROWN, rounds: 15, minuteMs: 20_000 },
  oneProduct: false,
};
const QUICK: Plan = {
  ...FULL,
  histories: [100, 5_000],
  rounds: 16,
  acks: 12,
  watchedTurns: 2,
  hooks: { perSecond: 50, seconds: 8 },
  costs: { turns: 4, calls: 20 },
  clicks: { ...FULL.clicks, rounds: 3 },
  growth: { ...FULL.growth, rounds: 5 },
};
const TINY: Plan = {
  histories: [2, 120],
  rounds: 1,
  acks: 1,
  watchers: 3,
  watchedTurns: 1,
  hooks: { perSecond: 12, seconds: 1 },
  gatherSeconds: 0,
  costs: { turns: 1, calls: 2 },
  files: { files: 60, asked: 2 },
  clicks: { rounds: 1, pages: 3, tasks: 60 },
  growth: {
    size: { conversations: 20, texts: 60, contacts: 30, files: 60, approvals: 160 },
    rounds: 1,
    minuteMs: 1_000,
  },
  oneProduct: true,
};
/** Far above a bench's spending, so that the budget isn't what is measured. */
const BUDGET_USD = 1_000_000;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    tiny: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const plan = values.tiny ? TINY : values.quick ? QUICK : FULL;
if (values.write && plan !== FULL) {
  console.error("\n  Only a full run is written down: leave --write or --quick out.\n");
  process.exit(2);
}
const begun = performance.now();
const say = (line: string): void =>
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);

async function setPolicy(admin: Client): Promise<void> {
  const { policy, version } = await admin.json<{ policy: Policy; version: number }>("GET", "/api/policy");
  const sms =
    plan.gatherSeconds === null ? policy.sms : { ...policy.sms, debounceSeconds: plan.gatherSeconds };
  const changed = { ...policy, monthlyBudgetUsd: BUDGET_USD, sms };
  await admin.json("PUT", "/api/policy", { policy: changed, version });
}

/** Conversations with histories, by length. Written while the app is down. */
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
  readonly turnCosts: TurnCosts;
  /** Conversations by the length of their histories. */
  readonly conversations: ReadonlyMap<number, string>;
}

async function measureChat(stack: Stack, dataDir: string): Promise<Chat> {
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const priya = await signInAs(appUrl, sandboxUrl, "priya@alderfinch.example");
  await setPolicy(dana);
  const conversations = await prepareHistories(stack, dataDir, dana);

  say("starting the peers");
  const model = { ANTHROPIC_BASE_URL: `${sandboxUrl}/anthropic` };
  await using bare = await startPeer("bare", model);
  await using aiChat = await startPeer("ai-chat", model);
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
  say("tool calls and follow-ups");
  const turnCosts = await measureTurnCosts(dana, sandboxUrl, plan.costs);
  say(`${plan.watchers} watchers`);
  const fanOut = await measureFanOut(dana, sandboxUrl, { watchers: plan.watchers, turns: plan.watchedTurns });
  say(`${plan.hooks.perSecond} webhooks a second, at a bare Worker and here`);
  const [secret] = ALDER.quo.webhookSecrets;
  await using hook = await startPeer("hook", { WEBHOOK_SECRET: secret.replace(/^whsec_/, "") });
  const hookRate = await measureHookRate(dana, { sandboxUrl, bareUrl: hook.url }, plan.hooks);
  return { series, cache, httpAck, fanOut, hookRate, turnCosts, conversations };
}

async function measureFiles({ appUrl, sandboxUrl }: Stack): Promise<WorkspaceFigures> {
  say(`${plan.files.files.toLocaleString("en-US")} files`);
  return measureWorkspace(await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example"), plan.files);
}

async function measurePages(stack: Stack, dataDir: string): Promise<readonly ClickFigures[]> {
  // Imported dynamically: page and Worker types conflict in one program.
  const clicks: string = join(ROOT, "test/bench/clicks.ts");
  const { measureClicks } = (await import(clicks)) as {
    measureClicks: (
      stack: Stack,
      dataDir: string,
      plan: Plan["clicks"],
      say: (line: string) => void,
    ) => Promise<ClickFigures[]>;
  };
  say("every page, clicked on");
  return measureClicks(stack, dataDir, plan.clicks, say);
}

function measureGrown(stack: Stack, dataDir: string): Promise<Growth> {
  say("a team of years beside a new one");
  return measureGrowth(stack, dataDir, plan.growth, say);
}

/** Disables background activity. */
const STILL: Partial<StackOptions> = { tickCron: false, sandboxEnv: { SANDBOX_CHUNK_DELAY_MS: "2" } };

async function onProduct<Result>(
  dataDir: string,
  options: Partial<StackOptions>,
  measure: (stack: Stack, dataDir: string) => Promise<Result>,
): Promise<Result> {
  say("starting the product");
  const prepared = alreadyPrepared();
  if (prepared !== null) await cp(prepared.dataDir, dataDir, { recursive: true });
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    progress: say,
    ...options,
    ...(prepared === null ? {} : { configs: prepared.configs }),
  });
  try {
    return await measure(stack, dataDir);
  } finally {
    await stack.stop();
  }
}

async function warmStart(dataDir: string): Promise<number> {
  say("npm start, warm");
  // As a start before has left it.
  if (alreadyPrepared() === null) await buildWorkersOnce();
  return measureStart(dataDir, { isWarm: !plan.oneProduct });
}

async function measureAll(): Promise<Findings> {
  await buildFrontend(say);
  say("start-up of the Worker");
  const workerStartUpMs = await measureWorkerStartUp();
  if (plan.oneProduct)
    return inNewFolder(async (folder) => {
      const { conversations, ...found } = await onProduct(folder, STILL, async (stack, dataDir) => {
        const clicks = await measurePages(stack, dataDir);
        const growth = await measureGrown(stack, dataDir);
        const workspace = await measureFiles(stack);
        return { ...(await measureChat(stack, dataDir)), workspace, clicks, growth };
      });
      const storage = await measureStorage(folder, conversations);
      return { ...found, storage, workerStartUpMs, warmStartSeconds: await warmStart(folder) };
    });
  const clicks = await inNewFolder((folder) => onProduct(folder, STILL, measurePages));
  const growth = await inNewFolder((folder) => onProduct(folder, STILL, measureGrown));
  // Not after the flood of texts, whose runs and events occupy the thread for minutes.
  const workspace = await inNewFolder((folder) => onProduct(folder, STILL, measureFiles));
  // Not after the flood either: a team whose clock works off thousands of texts is no warm start.
  const warmStartSeconds = await inNewFolder(warmStart);
  return inNewFolder(async (folder) => {
    const { conversations, ...chat } = await onProduct(folder, {}, measureChat);
    const storage = await measureStorage(folder, conversations);
    return { ...chat, storage, workspace, clicks, growth, workerStartUpMs, warmStartSeconds };
  });
}

async function inNewFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "steward-bench-"));
  try {
    return await work(folder);
  } finally {
    // Stopped processes may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

const before = await thisMachine();
const findings = await measureAll();
const machine = { ...before, loadAfter: loadNow() };
const busy = isBusy(machine, machine.loadAfter);
const verdicts = judge(findings, plan.histories[0] ?? 0, plan.histories.at(-1) ?? 0);
const run = benchRun({ machine, commit: await commitNow(), findings, verdicts, busy });
for (const table of Object.values(run.tables)) console.log(`\n${plainText(table)}`);

const file =
  values.out ?? join(ROOT, "dist", "bench", `${machine.date.replaceAll(":", "-").slice(0, 19)}.json`);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify({ machine, findings, verdicts }, null, 1)}\n`);
say(`figures in ${file}`);
const history = historySchema.parse(JSON.parse(await readFile(HISTORY, "utf8")));
for (const line of plan === TINY ? [] : worsened(history, run)) console.log(`\n  WORSE  ${line}`);
if (values.write) {
  const written = withRun(history, run);
  await writeFile(HISTORY, `${JSON.stringify(written, null, 1)}\n`);
  await writeFile(join(ROOT, "docs", "benchmarks.md"), page(written));
  await promisify(execFile)(join(ROOT, "node_modules", ".bin", "oxfmt"), ["docs/benchmarks.json"], {
    cwd: ROOT,
  });
  say("docs/benchmarks.json and docs/benchmarks.md are written");
}
const failed = plan === TINY ? [] : broken(verdicts, busy);
if (failed.length > 0) console.error(`\n  Broken: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);

async function commitNow(): Promise<string> {
  const { stdout } = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT }).catch(
    () => ({ stdout: "unknown" }),
  );
  return stdout.trim();
}
