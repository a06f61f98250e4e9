/**
 * `npm run eval`: the golden sets of `test/eval`, graded by code, as a table and as `dist/eval/<time>.json`; ends with 1 where a set is below its line. By itself it
 * decides what code decides. `-- --live` asks a model everything, with ANTHROPIC_API_KEY and, where they are set, ANTHROPIC_BASE_URL, AGENT_MODEL, CHEAP_MODEL and
 * HEAVY_MODEL of the environment; `-- --stand-in` asks the demo's script in its place, which shows the way and says nothing of a model. `-- --replay` grades
 * the newest answers of a model again, `-- --replay <file>` those of another run. What code decides must be no worse than committed in `test/eval/results.json`;
 * `-- --record` commits newer figures there. `--set <name>` takes sets by a part of their name, `--out <file>` writes elsewhere.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { askSets, type Recorded } from "../test/eval/live.ts";
import { figureOf, gradeAll, tableOf, type Figure } from "../test/eval/report.ts";
import { decideByCode } from "../test/eval/scripted.ts";
import { decideSet } from "../test/eval/projects/decide.ts";
import { projectSets } from "../test/eval/projects/index.ts";
import {
  BY_CODE,
  committed,
  promptsOf,
  renewed,
  resultOf,
  RESULTS,
  unmeasured,
  worse,
} from "../test/eval/results.ts";
import { questionSets, routingSet, updateSet } from "../test/eval/types.ts";
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

interface Run {
  readonly at: string;
  readonly mode: "code" | "live" | "stand-in";
  /** Models by what they are for; empty where none was asked. */
  readonly models: Readonly<Record<string, string>>;
  /** A digest of each agent's instructions: answers of other digests were made by other prompts. */
  readonly prompts: Readonly<Record<string, string>>;
  readonly figures: readonly Figure[];
  readonly answers: readonly Recorded[];
}

/** Answers of the newest run that asked a model. */
const CASSETTE = join(ROOT, "dist", "eval", "recorded.json");

/** `--replay` by itself takes the newest recorded answers. */
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
    record: { type: "boolean", default: false },
  },
});

const sets = [...questionSets(), routingSet(), updateSet()].filter(({ set }) => set.includes(values.set));
const say = (line: string): void => console.log(`  ${line}`);

const projects = projectSets().filter(({ set, agent }) => `${set} ${agent}`.includes(values.set));
/** Everything a model answers, by the agents whose words decide it. */
const answered = [...sets, ...projects.map(({ set, agent }) => ({ set, agents: [agent as string] }))];
const prompts = promptsOf(answered.flatMap(({ agents }) => agents));

async function byCode(): Promise<Run> {
  const decided = values.set === "" || sets.length > 0 ? await decideByCode() : [];
  const figures = decided.map(({ set, line, outcomes }) => figureOf(set, line, outcomes));
  for (const set of projects) figures.push(...(await decideSet(set)));
  return { at: new Date().toISOString(), mode: "code", models: {}, prompts, figures, answers: [] };
}

/** The variables that bring the model; ends the process where there is no key. */
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

/** The models that are asked where the environment names no others. */
async function modelsOfDeployment(): Promise<Record<string, string>> {
  const config = await readFile(join(ROOT, "wrangler.toml"), "utf8");
  return Object.fromEntries(
    [...config.matchAll(/^((?:AGENT|CHEAP|HEAVY)_MODEL) = "(.+)"$/gm)].map(([, name = "", model = ""]) => [
      name,
      model,
    ]),
  );
}

async function asked(): Promise<Run> {
  const vars = modelVars();
  const dataDir = await scratchFolder();
  const stack = await startStack({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    vars,
    progress: say,
  });
  try {
    const answers = await askSets(stack, sets, say);
    const { ANTHROPIC_API_KEY: _, ...given } = vars;
    const models = { ...(await modelsOfDeployment()), ...given };
    return {
      at: new Date().toISOString(),
      mode: values["stand-in"] ? "stand-in" : "live",
      models: values["stand-in"] ? { all: STAND_IN } : models,
      prompts,
      figures: gradeAll(sets, answers, Date.now()),
      answers,
    };
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Earlier answers, graded by today's sets. Ends the process where none are recorded. */
async function replayed(file: string): Promise<Run> {
  const written = await readFile(file, "utf8").catch(() => null);
  if (written === null) {
    console.error(
      `\n  There are no recorded answers in ${file}: record them with --live and an ANTHROPIC_API_KEY.\n`,
    );
    process.exit(2);
  }
  const run = JSON.parse(written) as Run;
  return { ...run, figures: gradeAll(sets, run.answers, Date.parse(run.at)) };
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
if (values.live) await writeFile(CASSETTE, `${JSON.stringify(run, null, 2)}\n`);
console.log(`\n${tableOf(run.figures)}\n\n  Written to ${file}`);

const before = committed();
const isCode = run.mode === "code";
const fresh = isCode ? run.figures.map((figure) => resultOf(figure, BY_CODE)) : [];
if (values.record) {
  await writeFile(RESULTS, `${JSON.stringify({ results: renewed(before, fresh) }, null, 2)}\n`);
  console.log(`  Recorded in ${RESULTS}`);
}
const fallen = values.record ? [] : worse(before, fresh);
for (const line of fallen) console.log(`  WORSE  ${line}`);
for (const line of unmeasured(before, answered)) console.log(`  ${line}`);
const hold = run.figures.length > 0 && run.figures.every(({ holds }) => holds);
process.exitCode = hold && fallen.length === 0 ? 0 : 1;
