/**
 * `npm run eval`: runs the golden sets of `test/eval`, graded by code, as a table and as `dist/eval/<time>.json`; exits with 1 if a set
 * is below its threshold. By default evaluates only what code decides. `-- --live` asks a model everything, with ANTHROPIC_API_KEY and
 * optionally ANTHROPIC_BASE_URL, AGENT_MODEL, CHEAP_MODEL and HEAVY_MODEL from the environment; `-- --stand-in` asks the demo's script
 * instead, which exercises the path but says nothing about a model. `-- --replay` regrades a model's newest answers, `-- --replay <file>`
 * those of another run. Figures must be no worse than the newest in `test/eval/results.json`. `-- --examples <file>` uses cases made from
 * a team's edits and rejections instead of the sets; they are never recorded. `-- --record` adds what changed there, for a model with its
 * answers in `test/eval/recorded`. `--set <name>` selects sets by part of their name (comma-separated), `--case <id>` selects cases by ID,
 * `--out <file>` changes the output file. `--tools` measures `find_tools` instead.
 */
import "../src/features.ts";
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { measureTools, TOOLS_LINE } from "../test/eval/tools/measure.ts";
import { askSets } from "../test/eval/live.ts";
import { figureOf, tableOf, type Figure } from "../test/eval/report.ts";
import { decideByCode } from "../test/eval/scripted.ts";
import { checkedExamples } from "../test/eval/examples/figures.ts";
import { committedExamples, EXAMPLES, examplesIn } from "../test/eval/examples/grade.ts";
import { playExamples } from "../test/eval/examples/play.ts";
import { decideSet } from "../test/eval/projects/decide.ts";
import { projectSets } from "../test/eval/projects/index.ts";
import { JUDGE, judgeAgain } from "../test/eval/projects/judge-pairs.ts";
import { jsonAt, judgeAt, type Judge } from "../test/eval/projects/judge.ts";
import { askProjects } from "../test/eval/projects/live.ts";
import type { EvaluationResult } from "../src/team/api/evaluation.ts";
import { promptsOf } from "../test/eval/digest.ts";
import { commandFor, stale } from "../test/eval/prompts.ts";
import {
  commitAnswers,
  committedAnswers,
  gradeRecorded,
  judgesResults,
  liveResults,
  type Answers,
} from "../test/eval/recorded.ts";
import {
  codeResult,
  committed,
  newestOf,
  recordWith,
  RESULTS,
  unmeasured,
  worse,
} from "../test/eval/results.ts";
import { accountSets, answeredSets } from "../test/eval/sets.ts";
import { SITUATIONS, situations } from "../test/eval/situations/grade.ts";
import { playAll } from "../test/eval/situations/play.ts";
import { checkAgain, STATEMENTS } from "../test/proof/statements.ts";
import { freePort } from "../test/support/test-env.ts";
import { scratchFolder } from "./scratch.ts";
import { startStack } from "./stack.ts";
import { ROOT } from "./tooling.ts";

const FROM_ENVIRONMENT = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_BASE_URL",
  "AGENT_MODEL",
  "CHEAP_MODEL",
  "HEAVY_MODEL",
] as const;
const STAND_IN = "the demo's script";

interface Run extends Answers {
  readonly mode: "code" | "live" | "stand-in";
  readonly figures: readonly Figure[];
}

/** Answers of the newest model run. */
const CASSETTE = join(ROOT, "dist", "eval", "recorded.json");

/** `--replay` without a file means the newest recorded answers. */
function withCassette(given: readonly string[]): string[] {
  return given.flatMap((one, at) =>
    one === "--replay" && (given[at + 1] ?? "--").startsWith("--") ? [one, CASSETTE] : [one],
  );
}

const { values } = parseArgs({
  args: withCassette(process.argv.slice(2)),
  options: {
    live: { type: "boolean", default: false },
    "stand-in": { type: "boolean", default: false },
    replay: { type: "string" },
    set: { type: "string", default: "" },
    out: { type: "string" },
    case: { type: "string", default: "" },
    record: { type: "boolean", default: false },
    examples: { type: "string" },
    tools: { type: "boolean", default: false },
  },
});
if (values.tools) {
  const { queries, found, missed } = measureTools();
  for (const { query, tools, got } of missed)
    console.log(`  ${query}: ${tools.join(" or ")}, not ${got.join(", ") || "nothing"}`);
  console.log(
    `\n  find_tools: the right tool is among the first three for ${(100 * found).toFixed(1)} % of ${queries} queries (line ${100 * TOOLS_LINE} %)\n`,
  );
  process.exit(found >= TOOLS_LINE ? 0 : 1);
}
if (values.examples !== undefined && values.record) {
  console.error("\n  A team's own examples aren't part of the record: leave --record out.\n");
  process.exit(2);
}

/** An examples file replaces the sets. */
const wanted = (name: string): boolean =>
  values.examples === undefined
    ? values.set.split(",").some((part) => name.includes(part))
    : name === EXAMPLES;
const say = (line: string): void => console.log(`  ${line}`);

const isOne = ({ id }: { readonly id: string }): boolean =>
  values.case === "" || values.case.split(",").includes(id);
const sets = accountSets()
  .filter(({ set }) => wanted(set))
  .map(
    (set) =>
      ({ ...set, cases: (set.cases as readonly { readonly id: string }[]).filter(isOne) }) as typeof set,
  )
  .filter(({ cases }) => cases.length > 0);
const projects = projectSets()
  .filter(({ set, agent }) => wanted(`${set} ${agent}`))
  .map((set) => ({ ...set, cases: set.cases.filter(isOne) }))
  .filter(({ cases }) => cases.length > 0);
const real = wanted(SITUATIONS) ? situations().cases.filter(isOne) : [];
const examples = wanted(EXAMPLES)
  ? (values.examples === undefined ? committedExamples() : examplesIn(values.examples)).filter(isOne)
  : [];
const chosen = [
  ...sets,
  ...projects,
  ...(real.length > 0 ? [{ set: SITUATIONS }] : []),
  ...(examples.length > 0 ? [{ set: EXAMPLES }] : []),
];
const answered = answeredSets().filter(({ set }) => chosen.some((one) => one.set === set));
const prompts = promptsOf(answered.flatMap(({ agents }) => agents));

async function byCode(): Promise<Run> {
  const all = values.set === "" && values.examples === undefined;
  const decided = all || sets.length > 0 ? await decideByCode() : [];
  const figures = decided.map(({ set, line, outcomes }) => figureOf(set, line, outcomes));
  for (const set of projects) figures.push(...(await decideSet(set)));
  if (examples.length > 0) figures.push(checkedExamples(examples));
  return {
    at: new Date().toISOString(),
    mode: "code",
    models: {},
    prompts,
    figures,
    answers: [],
    projects: [],
  };
}

/** The model's environment variables; exits if there is no key. */
function modelVars(): Record<string, string> {
  if (values["stand-in"]) return {};
  const given = Object.fromEntries(
    FROM_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name] ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
  if (given["ANTHROPIC_API_KEY"] !== undefined)
    return { ANTHROPIC_BASE_URL: "https://api.anthropic.com", ...given };
  console.error("\n  Set ANTHROPIC_API_KEY to ask a model, or leave --live out.\n");
  process.exit(2);
}

/** Default models. */
async function modelsOfDeployment(): Promise<Record<string, string>> {
  const config = await readFile(join(ROOT, "wrangler.toml"), "utf8");
  return Object.fromEntries(
    [...config.matchAll(/^((?:AGENT|CHEAP|HEAVY)_MODEL) = "(.+)"$/gm)].map(([, name = "", model = ""]) => [
      name,
      model,
    ]),
  );
}

/** Asks those who judge: `--set judge`, `--set statements`. Each is asked only by its own name. */
async function askJudges(vars: Record<string, string>): Promise<void> {
  const named = values.set.split(",");
  const defaults = await modelsOfDeployment();
  const { ANTHROPIC_API_KEY: apiKey = "", ANTHROPIC_BASE_URL: baseURL = "" } = vars;
  const judge = judgeOf(
    vars,
    process.env["JUDGE_MODEL"] ?? vars["HEAVY_MODEL"] ?? defaults["HEAVY_MODEL"] ?? "",
  );
  if (named.includes(JUDGE) && judge !== null) await judgeAgain(judge);
  if (!named.includes(STATEMENTS) || apiKey === "") return;
  const model = vars["CHEAP_MODEL"] ?? defaults["CHEAP_MODEL"] ?? "";
  await checkAgain(jsonAt({ apiKey, baseURL, model }), model);
}

async function asked(): Promise<Run> {
  const vars = modelVars();
  await askJudges(vars);
  const dataDir = await scratchFolder();
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    vars,
    progress: say,
  });
  try {
    // Neither key nor address belongs in the record.
    const { ANTHROPIC_API_KEY: _, ANTHROPIC_BASE_URL: __, ...given } = vars;
    const known = { ...(await modelsOfDeployment()), ...given };
    const judgeModel = process.env["JUDGE_MODEL"] ?? known["HEAVY_MODEL"] ?? "";
    const judge = judgeOf(vars, judgeModel);
    const run: Answers = {
      at: new Date().toISOString(),
      models: values["stand-in"] ? { all: STAND_IN } : { ...known, JUDGE_MODEL: judgeModel },
      prompts,
      answers: sets.length === 0 ? [] : await askSets(stack, sets, say),
      projects: [
        ...(await askProjects(stack, projects, judge, say)),
        ...(real.length === 0 ? [] : await playAll(stack, real, say)),
        ...(examples.length === 0 ? [] : await playExamples(stack, examples, judge, say)),
      ],
    };
    return {
      ...run,
      mode: values["stand-in"] ? "stand-in" : "live",
      figures: await gradeRecorded(run, examples),
    };
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The judge at the model's address; none for the stand-in. */
function judgeOf(vars: Record<string, string>, model: string): Judge | null {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL } = vars;
  return apiKey === undefined || baseURL === undefined ? null : judgeAt({ apiKey, baseURL, model });
}

/** Earlier answers, regraded with the current sets. Exits if there are none. */
async function replayed(file: string): Promise<Run> {
  const written = await readFile(file, "utf8").catch(() => null);
  if (written === null) {
    console.error(
      `\n  There are no recorded answers in ${file}: record them with --live and an ANTHROPIC_API_KEY.\n`,
    );
    process.exit(2);
  }
  const run = JSON.parse(written) as Run;
  return { ...run, figures: await gradeRecorded(run, examples) };
}

const run =
  values.replay !== undefined
    ? await replayed(values.replay)
    : values.live || values["stand-in"]
      ? await asked()
      : await byCode();
const file = values.out ?? join(ROOT, "dist", "eval", `${run.at.replaceAll(":", "-")}.json`);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
if (values.live) {
  await mkdir(dirname(CASSETTE), { recursive: true });
  await writeFile(CASSETTE, `${JSON.stringify(run, null, 2)}\n`);
}
console.log(`\n${tableOf(run.figures)}\n\n  Written to ${file}`);

const before = committed().results;
let fresh =
  run.mode === "code"
    ? run.figures.map((figure) => codeResult(figure, run.at.slice(0, 10)))
    : run.mode === "live"
      ? liveResults(run.figures, run)
      : [];
if (values.record) {
  if (run.mode === "live") {
    await commitAnswers(run);
    // A part of a set was answered: its figure is that of all its answers.
    fresh = await recordedResults(new Set([...run.answers, ...run.projects].map(({ set }) => set)));
  }
  await writeFile(RESULTS, JSON.stringify(recordWith(before, [...fresh, ...judgesResults()])));
  await promisify(execFile)(join(ROOT, "node_modules", ".bin", "oxfmt"), [dirname(RESULTS)]);
  console.log(`  Recorded in ${RESULTS}`);
}
const fallen =
  values.record || values.examples !== undefined
    ? []
    : worse(before, run.mode === "code" ? fresh : known(fresh));
for (const line of fallen) console.log(`  WORSE  ${line}`);
for (const line of unmeasured(values.record ? committed().results : before, answered))
  console.log(`  ${line}`);
const old = Map.groupBy(
  stale(committedAnswers().flatMap((one) => [...one.answers, ...one.projects])),
  ({ set }) => set,
);
for (const { set } of answered) {
  const ids = (old.get(set) ?? []).map(({ id }) => id);
  if (ids.length > 0)
    say(`${set}: ${ids.length} answered by another prompt than today's; ${commandFor(set, ids)}`);
}
const hold = run.figures.length > 0 && run.figures.every(({ holds }) => holds);
process.exitCode = hold && fallen.length === 0 ? 0 : 1;

/** Results in the record: a model need not have answered every set. */
function known(some: readonly EvaluationResult[]): EvaluationResult[] {
  return some.filter((one) => newestOf(before, one) !== undefined);
}

/** Results of what is committed of some sets. */
async function recordedResults(some: ReadonlySet<string>): Promise<EvaluationResult[]> {
  const found: EvaluationResult[] = [];
  for (const one of committedAnswers())
    if ([...one.answers, ...one.projects].some(({ set }) => some.has(set)))
      found.push(...liveResults(await gradeRecorded(one), one));
  return found;
}
