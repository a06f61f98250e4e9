/**
 * `npm test`: builds the pages, then runs every lane (a project of `vitest.config.ts`) in its own Vitest, three lanes in parallel. Prints
 * one line per file, failures with the product's log, the slowest files, a table of lanes, and a final line of counts. A failed file of a
 * lane with real processes is run once more, alone; if it then passes, it is reported as flaky, here and in `dist/flaky.json`. `npm test
 * -- test/unit/platform/http` runs only what is named.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CHROMIUM_VARIABLE, chromiumPath } from "../test/support/browser-binary.ts";
import { PREPARED_VARIABLE } from "../test/support/already-prepared.ts";
import { EVENTS_VARIABLE, laneEventSchema, type LaneEvent } from "../test/support/lane-events.ts";
import { prepare } from "../test/support/prepared.ts";
import { buildFrontend } from "./build.ts";
import { scratchFolder } from "./scratch.ts";
import {
  countsOf,
  failureLines,
  fileLine,
  filesToRetry,
  flakyLine,
  hasFailed,
  isGood,
  joinRetries,
  logLines,
  slowestLines,
  tableLines,
  unendedFile,
  type FileRun,
  type LaneRun,
} from "./test-report.ts";
import { ROOT } from "./tooling.ts";

const nightly = process.argv.includes("--nightly");
const passOn = process.argv.slice(2).filter((argument) => argument !== "--nightly");

/** Projects in rows: a row runs sequentially, rows run in parallel. */
const ROWS: readonly (readonly string[])[] = [["worker"], ["stack", "browser"], ["unit"]];
/**
 * Lanes of low priority. `unit` waits for nothing real, so it takes the processor time that the others leave while they wait for processes,
 * and takes none from them.
 */
const BACKGROUND: readonly string[] = ["unit"];
const NICENESS = 5;
/** A pseudo-lane for explicitly named files, across all projects. */
const ASKED_FOR = "asked for";
const rows = passOn.length > 0 ? [[ASKED_FOR]] : nightly || availableParallelism() < 2 ? [ROWS.flat()] : ROWS;

const FLAKY_FILE = join(ROOT, "dist", "flaky.json");
/** Maximum characters of a lane's output kept. */
const OUTPUT_KEPT = 200_000;
const OUTPUT_LINES_SHOWN = 40;

const scratch = await scratchFolder();
// Shares compiled code between processes: Wrangler and the sandbox start dozens of times.
process.env["NODE_COMPILE_CACHE"] = join(scratch, "compiled");
// Bundling the Workers lists the pages' files, so the pages are built before.
const [prepared, browserPath] = await Promise.all([
  buildFrontend((line) => console.log(line)).then(prepare),
  chromiumPath(),
]);
const children = new Set<ChildProcess>();

/** Collects a lane's events and output. */
class LaneRecord {
  readonly files: FileRun[] = [];
  readonly errors: string[] = [];
  isOver = false;
  output = "";
  readonly #unended = new Map<string, string>();
  readonly #logs = new Map<string, string>();

  /** Adds process output to every file in progress. */
  print(text: string): void {
    this.output = (this.output + text).slice(-OUTPUT_KEPT);
    for (const [file, log] of this.#logs) this.#logs.set(file, (log + text).slice(-OUTPUT_KEPT));
  }

  take(event: LaneEvent): void {
    switch (event.type) {
      case "planned":
        for (const { lane, file } of event.files) this.#unended.set(file, lane);
        return;
      case "begun":
        this.#logs.set(event.file, "");
        return;
      case "log":
        this.#logs.set(event.file, ((this.#logs.get(event.file) ?? "") + event.text).slice(-OUTPUT_KEPT));
        return;
      case "ended":
        this.#end({ ...event, log: this.#logs.get(event.file) ?? "" });
        return;
      case "error":
        this.#fail(event.file, event.words);
        return;
      case "over":
        this.isOver = true;
    }
  }

  /** Marks planned files that didn't finish as failed. */
  close(): void {
    for (const [file, lane] of this.#unended) this.#end(unendedFile(lane, file, this.#logs.get(file) ?? ""));
  }

  #end(run: FileRun): void {
    this.#unended.delete(run.file);
    this.#logs.delete(run.file);
    this.files.push(run);
    console.log(fileLine(run));
    if (!hasFailed(run)) return;
    console.log(failureLines(run, "failed"));
    if (run.log.trim() !== "") console.log(logLines(run));
  }

  #fail(file: string | null, words: string): void {
    const index = this.files.findIndex((run) => run.file === file);
    const run = this.files[index];
    if (run === undefined) {
      this.errors.push(words);
      return;
    }
    this.files[index] = { ...run, failures: [...run.failures, { test: null, words }] };
    console.log(failureLines({ file: run.file, failures: [{ test: null, words }] }, "failed"));
  }
}

/** Runs a lane, or some of its files. */
async function run(lane: string, files: readonly string[] = []): Promise<LaneRun> {
  const begun = performance.now();
  const vitest = join(ROOT, "node_modules", ".bin", "vitest");
  const [command, ...before] = BACKGROUND.includes(lane)
    ? ["nice", "-n", String(NICENESS), vitest]
    : [vitest];
  const child = spawn(
    command,
    [
      ...before,
      "run",
      ...(lane === ASKED_FOR ? passOn : ["--project", lane, ...files]),
      `--reporter=${join(ROOT, "scripts", "test-reporter.ts")}`,
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: {
        ...process.env,
        TMPDIR: scratch,
        NO_COLOR: "1",
        [EVENTS_VARIABLE]: "1",
        [PREPARED_VARIABLE]: JSON.stringify({ dataDir: prepared.dataDir, configs: prepared.configs }),
        [CHROMIUM_VARIABLE]: browserPath,
        ...(nightly ? { STEWARD_NIGHTLY: "1" } : {}),
      },
    },
  );
  children.add(child);
  const record = new LaneRecord();
  child.stdout?.on("data", (chunk: Buffer) => record.print(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => record.print(chunk.toString()));
  const told = createInterface({ input: child.stdio[3] as Readable });
  told.on("line", (line) => record.take(laneEventSchema.parse(JSON.parse(line))));
  const [code] = await Promise.all([
    new Promise<number>((ended) => child.on("close", (status) => ended(status ?? 1))),
    new Promise<void>((ended) => told.on("close", () => ended())),
  ]);
  children.delete(child);
  record.close();
  const { files: ended, errors, isOver, output } = record;
  return { lane, code, seconds: (performance.now() - begun) / 1000, files: ended, errors, isOver, output };
}

/** Runs rows in parallel and each row's lanes sequentially. */
async function runAll(): Promise<LaneRun[]> {
  const running = rows.map(async (lanes) => {
    const runs: LaneRun[] = [];
    for (const lane of lanes) runs.push(await run(lane));
    return runs;
  });
  return (await Promise.all(running)).flat();
}

/** Reruns files that may have failed by chance, after everything else has finished. */
async function retry(lanes: readonly LaneRun[]): Promise<LaneRun[]> {
  const runs: LaneRun[] = [];
  for (const { lane, file } of filesToRetry(lanes)) {
    console.log(`\nonce more, alone: ${file}`);
    runs.push(await run(lane, [file]));
  }
  return runs;
}

const begun = performance.now();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
const first = await runAll();
const outcome = joinRetries(first, await retry(first));
await Promise.all([rm(scratch, { recursive: true, force: true }), prepared.dispose()]);
await mkdir(join(ROOT, "dist"), { recursive: true });
await writeFile(FLAKY_FILE, `${JSON.stringify({ flaky: outcome.flaky }, null, 2)}\n`);

console.log(`\n${slowestLines(outcome.lanes)}\n`);
// Repeated here, since failures may be far above.
for (const file of outcome.flaky) console.log(failureLines(file, "flaky"));
for (const file of outcome.lanes.flatMap(({ files }) => files).filter(hasFailed))
  console.log(failureLines(file, "failed"));
for (const words of outcome.errors) console.log(`failed outside the tests: ${words}`);
for (const { lane, isOver, code, files, output } of outcome.lanes)
  if (!isOver || (code !== 0 && !first.some((one) => one.lane === lane && one.files.some(hasFailed))))
    console.log(
      `the lane ${lane} ended with code ${code} after ${files.length} files:\n${output.split("\n").slice(-OUTPUT_LINES_SHOWN).join("\n")}`,
    );
console.log(tableLines(outcome.lanes, (performance.now() - begun) / 1000));
console.log(flakyLine(outcome.flaky));
const total = countsOf(outcome.lanes);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(isGood(outcome) ? 0 : 1);
