/**
 * `npm test`: pages built, then every Vitest project; ends with one plain line of counts. What waits for the clock and what computes run beside
 * each other, each in a Vitest of its own; what they print stands one after the other.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import * as z from "zod";
import { prepare, PREPARED_VARIABLE } from "../test/support/prepared.ts";
import { buildFrontend } from "./build.ts";

const ROOT = resolve(import.meta.dirname, "..");
const nightly = process.argv.includes("--nightly");
const passOn = process.argv.slice(2).filter((argument) => argument !== "--nightly");

/** Projects of `vitest.config.ts` that run one after the other; the lanes run at once. */
const LANES: readonly (readonly string[])[] = [["worker"], ["stack"], ["browser", "unit"]];
/** Whose projects are asked for by name, or who has one core or the night, gets one Vitest for everything. */
const lanes = nightly || passOn.length > 0 || availableParallelism() < 2 ? [[]] : LANES;

/** What is read of Vitest's JSON report. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

interface Run {
  readonly code: number;
  /** Null where the runner ended without one. */
  readonly report: Report | null;
}

const [prepared] = await Promise.all([
  lanes.length > 1 ? prepare() : null,
  buildFrontend((line) => console.log(line)),
]);
const folder = await mkdtemp(join(tmpdir(), "steward-test-"));
const children: ChildProcess[] = [];

/** Starts a Vitest for these projects; all where none is named. `show` lets out what it has printed and what it will. */
function start(projects: readonly string[], index: number): { show: () => void; done: Promise<Run> } {
  const reportFile = join(folder, `report-${index}.json`);
  const isAlone = lanes.length === 1;
  const child = spawn(
    join(ROOT, "node_modules", ".bin", "vitest"),
    [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
      ...passOn,
    ],
    {
      cwd: ROOT,
      stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...(prepared === null ? {} : { [PREPARED_VARIABLE]: JSON.stringify(prepared) }),
        ...(nightly ? { STEWARD_NIGHTLY: "1" } : {}),
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
      },
    },
  );
  children.push(child);
  const printed: Buffer[] = [];
  let print = (chunk: Buffer): void => void printed.push(chunk);
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => print(chunk));
  const done = new Promise<number>((ended) => child.on("close", (status) => ended(status ?? 1)));
  return {
    show: () => {
      print = (chunk) => void process.stdout.write(chunk);
      printed.splice(0).forEach(print);
    },
    done: done.then(async (code) => ({ code, report: await read(reportFile) })),
  };
}

async function read(reportFile: string): Promise<Report | null> {
  const text = await readFile(reportFile, "utf8").catch(() => null);
  return text === null ? null : reportSchema.parse(JSON.parse(text));
}

const started = lanes.map(start);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const { show } of started) show();
    for (const child of children) child.kill(signal);
  });
}
const runs: Run[] = [];
for (const { show, done } of started) {
  show();
  runs.push(await done);
}
await Promise.all([rm(folder, { recursive: true, force: true }), prepared?.dispose()]);

// What failed may stand far above, before the other lanes' words.
for (const { name, status, assertionResults } of runs.flatMap(({ report }) => report?.testResults ?? [])) {
  const tests = assertionResults.filter((test) => test.status === "failed");
  const file = relative(ROOT, name);
  for (const { fullName } of tests) console.log(`failed: ${file}: ${fullName}`);
  if (status === "failed" && tests.length === 0) console.log(`failed: ${file}`);
}
const sum = (of: (report: Report) => number): number =>
  runs.reduce((total, { report }) => total + (report === null ? 0 : of(report)), 0);
const passed = sum(({ numPassedTests }) => numPassedTests);
const failed = sum(({ numFailedTests }) => numFailedTests);
const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);
const unreported = runs.filter(({ report }) => report === null).length;
if (unreported > 0) console.error(`${unreported} of ${runs.length} test runners ended without a report.`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
const isGood = unreported === 0 && failed === 0 && passed > 0 && runs.every(({ code }) => code === 0);
process.exit(isGood ? 0 : 1);
