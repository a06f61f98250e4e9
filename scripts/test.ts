/**
 * `npm test`: pages built, then every lane, which is a project of `vitest.config.ts` in a Vitest of its own; a table of the lanes and one plain
 * line of counts at the end. Lanes run beside each other: one waits while another computes. `npm test -- test/unit/http` runs what is named.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod";
import { CHROMIUM_VARIABLE, chromiumPath } from "../test/support/browser-binary.ts";
import { PREPARED_VARIABLE } from "../test/support/already-prepared.ts";
import { prepare } from "../test/support/prepared.ts";
import { buildFrontend } from "./build.ts";
import { scratchFolder } from "./scratch.ts";
import { ROOT } from "./tooling.ts";

/** Of each failure, at the end of what is printed. */
const LINES_OF_A_FAILURE = 14;

const nightly = process.argv.includes("--nightly");
const passOn = process.argv.slice(2).filter((argument) => argument !== "--nightly");

/** Projects by name; what stands in one row runs one after the other, the rows run at once. */
const ROWS: readonly (readonly string[])[] = [["worker"], ["stack"], ["browser", "unit"]];
/** Lanes in which a busy machine alone can fail a test. */
const RUN_AGAIN: readonly string[] = ["worker", "stack", "browser", "unit"];
/** More failed files than that are no accident. */
const FILES_AGAIN = 4;
/** How Vitest, Playwright, `eventually` and `expectTook` say that a wait has run out. */
const OUT_OF_TIME = /timed out in|Timeout \d+ms exceeded|never came true within|took \d+ ms of \d+/;
/** A lane that is no project: what somebody asked for by name, in all of them. */
const ASKED_FOR = "asked for";
const rows = passOn.length > 0 ? [[ASKED_FOR]] : nightly || availableParallelism() < 2 ? [ROWS.flat()] : ROWS;

/** What is read of Vitest's JSON report. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;
type FileReport = Report["testResults"][number];

interface Run {
  readonly lane: string;
  readonly code: number;
  readonly seconds: number;
  /** Null where the runner ended without one. */
  readonly report: Report | null;
}

const [prepared, browserPath] = await Promise.all([
  prepare(),
  chromiumPath(),
  buildFrontend((line) => console.log(line)),
]);
const scratch = await scratchFolder();
const children = new Set<ChildProcess>();

/** Runs a lane, or the files named of it, to its end. */
async function run(lane: string, say: (chunk: Buffer) => void, files: readonly string[] = []): Promise<Run> {
  const reportFile = join(scratch, `${lane}.json`);
  const begun = performance.now();
  const child = spawn(
    join(ROOT, "node_modules", ".bin", "vitest"),
    [
      "run",
      ...(lane === ASKED_FOR ? passOn : ["--project", lane, ...files]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        TMPDIR: scratch,
        [PREPARED_VARIABLE]: JSON.stringify({ dataDir: prepared.dataDir, configs: prepared.configs }),
        [CHROMIUM_VARIABLE]: browserPath,
        ...(nightly ? { STEWARD_NIGHTLY: "1" } : {}),
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
      },
    },
  );
  children.add(child);
  child.stdout.on("data", say);
  child.stderr.on("data", say);
  const code = await new Promise<number>((ended) => child.on("close", (status) => ended(status ?? 1)));
  children.delete(child);
  const text = await readFile(reportFile, "utf8").catch(() => null);
  const report = text === null ? null : reportSchema.parse(JSON.parse(text));
  return { lane, code, seconds: (performance.now() - begun) / 1000, report };
}

/** Runs the rows at once. What they print stands one after the other: the first as it comes, each of the others once those before it are through. */
async function runAll(): Promise<Run[]> {
  const waiting = rows.map((): Buffer[] => []);
  let printing = 0;
  const say = (row: number) => (chunk: Buffer) => {
    if (row === printing) process.stdout.write(chunk);
    else waiting[row]?.push(chunk);
  };
  const running = rows.map(async (lanes, row) => {
    const runs: Run[] = [];
    for (const lane of lanes) runs.push(await run(lane, say(row)));
    return runs;
  });
  const all: Run[] = [];
  for (const row of running) {
    waiting[printing]?.splice(0).forEach((chunk) => process.stdout.write(chunk));
    all.push(...(await row));
    printing++;
  }
  return all;
}

const failedOf = ({ assertionResults }: FileReport) =>
  assertionResults.filter((test) => test.status === "failed");
const hasFailed = (file: FileReport): boolean => file.status === "failed" || failedOf(file).length > 0;

/** What a failure says, short: its message and where it was. */
function shortly(message: string): string {
  const lines = message.split("\n").filter((text) => text.trim() !== "" && !text.includes("node_modules"));
  return lines
    .slice(0, LINES_OF_A_FAILURE)
    .map((text) => `    ${text}`)
    .join("\n");
}

/** Prints what failed in a file. */
function tellFailures(file: FileReport, verb: string): void {
  const name = relative(ROOT, file.name);
  for (const { fullName, failureMessages } of failedOf(file)) {
    console.log(`${verb}: ${name}: ${fullName}`);
    for (const one of failureMessages ?? []) console.log(shortly(one));
  }
  if (file.status === "failed" && failedOf(file).length === 0)
    console.log(`${verb}: ${name}\n${shortly(file.message ?? "")}`);
}

/** Whether all that failed in a file is that something did not come in time. */
function ranOutOfTime(file: FileReport): boolean {
  const messages = [
    ...failedOf(file).flatMap(({ failureMessages }) => failureMessages ?? []),
    ...(failedOf(file).length === 0 ? [file.message ?? ""] : []),
  ];
  return messages.every((message) => OUT_OF_TIME.test(message.split("\n")[0] ?? ""));
}

/**
 * Runs a lane's few files that ran out of time again, now that nothing else runs. What passes then lacked the machine: it is named, for a test is to hold
 * on a slow machine too, and counts as passed. A wrong answer is never looked at twice: it may be the race that a test is there to find.
 */
async function again(first: Run): Promise<Run> {
  const files = first.report?.testResults.filter(hasFailed) ?? [];
  if (!RUN_AGAIN.includes(first.lane) || files.length === 0 || files.length > FILES_AGAIN) return first;
  if (!files.every(ranOutOfTime)) return first;
  const names = files.map(({ name }) => relative(ROOT, name));
  console.log(`\nAgain, alone: ${names.join(", ")}`);
  const second = await run(first.lane, (chunk) => process.stdout.write(chunk), names);
  if (second.report === null) return first;
  for (const file of files) tellFailures(file, "failed beside the other lanes");
  const kept = first.report?.testResults.filter((file) => !hasFailed(file)) ?? [];
  const seconds = first.seconds + second.seconds;
  return { ...second, seconds, report: { testResults: [...kept, ...second.report.testResults] } };
}

const begun = performance.now();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
const runs: Run[] = [];
for (const one of await runAll()) runs.push(await again(one));
await Promise.all([rm(scratch, { recursive: true, force: true }), prepared.dispose()]);

// What failed may stand far above, before the other lanes' words.
for (const file of runs.flatMap(({ report }) => report?.testResults ?? [])) tellFailures(file, "failed");

const countsOf = ({ report }: Run) => {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed").length;
  return {
    files: report?.testResults.length ?? 0,
    passed,
    failed,
    skipped: tests.length - passed - failed,
  };
};
const total = runs.map(countsOf).reduce((sum, one) => ({
  files: sum.files + one.files,
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
const line = (name: string, { files, passed, failed, skipped }: typeof total, seconds: number): string =>
  name.padEnd(10) +
  [files, passed, failed, skipped, Math.round(seconds)].map((count) => String(count).padStart(9)).join("");
console.log(
  "lane".padEnd(10) +
    ["files", "passed", "failed", "skipped", "seconds"].map((word) => word.padStart(9)).join(""),
);
for (const one of runs) console.log(line(one.lane, countsOf(one), one.seconds));
console.log(line("all", total, (performance.now() - begun) / 1000));

const unreported = runs.filter(({ report }) => report === null);
for (const { lane } of unreported) console.error(`The lane ${lane} ended without a report.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
const isGood =
  unreported.length === 0 && total.failed === 0 && total.passed > 0 && runs.every(({ code }) => code === 0);
process.exit(isGood ? 0 : 1);
