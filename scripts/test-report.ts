/** Evaluates the lanes of `npm test`: failures, retries, flaky files, and the report. Pure. */
import type { EndedFile } from "../test/support/lane-events.ts";

/** A completed file with its log. */
export interface FileRun extends EndedFile {
  readonly log: string;
}

/** A finished Vitest process. */
export interface LaneRun {
  readonly lane: string;
  readonly code: number;
  readonly seconds: number;
  readonly files: readonly FileRun[];
  /** Errors outside test files. */
  readonly errors: readonly string[];
  /** Whether Vitest finished. */
  readonly isOver: boolean;
  /** Last output, if it didn't finish. */
  readonly output: string;
}

/** A file that failed, then passed when run alone. */
export interface FlakyFile {
  readonly lane: string;
  readonly file: string;
  readonly failures: EndedFile["failures"];
}

/** The combined result. */
export interface Outcome {
  readonly lanes: readonly LaneRun[];
  readonly flaky: readonly FlakyFile[];
  /** Errors outside test files. They fail the run. */
  readonly errors: readonly string[];
}

export interface Counts {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Lanes with real processes, sockets and browsers, where a busy machine can fail a file; `worker` calls a real sandbox over HTTP from
 * workerd. `unit` has no such dependencies, so its failures are real.
 */
const RETRIED_LANES: readonly string[] = ["worker", "stack", "browser"];
/** More failed files indicate a common fault, which retries would only hide. */
const MAX_RETRIED_FILES = 8;

const LINES_OF_A_FAILURE = 20;
const LINES_OF_A_LOG = 60;
const SLOWEST = 20;

export const hasFailed = (file: EndedFile): boolean => file.failed > 0 || file.failures.length > 0;

/** A planned file that never finished because its process died. */
export function unendedFile(lane: string, file: string, log: string): FileRun {
  const failures = [{ test: null, words: "the lane ended before this file did" }];
  return { type: "ended", lane, file, seconds: 0, passed: 0, failed: 0, skipped: 0, failures, log };
}

/** Files to run once more, alone. */
export function filesToRetry(lanes: readonly LaneRun[]): readonly FileRun[] {
  const failed = lanes.flatMap(({ files }) => files).filter(hasFailed);
  const retried = failed.filter(({ lane }) => RETRIED_LANES.includes(lane));
  return retried.length > MAX_RETRIED_FILES ? [] : retried;
}

/**
 * Merges retries into the first runs. A file that passed the second time is flaky and counts as passed; one that failed twice has failed.
 */
export function joinRetries(lanes: readonly LaneRun[], retries: readonly LaneRun[]): Outcome {
  const second = new Map(retries.flatMap(({ files }) => files).map((run) => [run.file, run]));
  const failedFirst = lanes.flatMap(({ files }) => files).filter(hasFailed);
  const flaky = failedFirst.flatMap(({ lane, file, failures }) => {
    const again = second.get(file);
    return again !== undefined && !hasFailed(again) ? [{ lane, file, failures }] : [];
  });
  const joined = lanes.map((lane) => ({
    ...lane,
    files: lane.files.map((run) => (hasFailed(run) ? (second.get(run.file) ?? run) : run)),
  }));
  return { lanes: joined, flaky, errors: [...lanes, ...retries].flatMap(({ errors }) => errors) };
}

/** Success: something passed, nothing failed, and every lane either finished well or failed only through flaky files. */
export function isGood({ lanes, flaky, errors }: Outcome): boolean {
  const flakyFiles = new Set(flaky.map(({ file }) => file));
  const endedWell = ({ code, isOver, files }: LaneRun): boolean =>
    (code === 0 && isOver) || files.some(({ file }) => flakyFiles.has(file));
  return (
    errors.length === 0 &&
    countsOf(lanes).passed > 0 &&
    lanes.every((run) => endedWell(run) && !run.files.some(hasFailed))
  );
}

/** Counts across lanes. A file that failed outside its tests counts as one failure. */
export function countsOf(lanes: readonly LaneRun[]): Counts {
  const files = lanes.flatMap((lane) => lane.files);
  const sum = (of: (file: FileRun) => number): number => files.reduce((total, file) => total + of(file), 0);
  return {
    files: files.length,
    passed: sum(({ passed }) => passed),
    failed: sum((file) => (file.failed === 0 && hasFailed(file) ? 1 : file.failed)),
    skipped: sum(({ skipped }) => skipped),
  };
}

const indent = (text: string, lines: number, from: "start" | "end" = "start"): string => {
  const all = text.split("\n").filter((line) => line.trim() !== "");
  return (from === "start" ? all.slice(0, lines) : all.slice(-lines)).map((line) => `    ${line}`).join("\n");
};

/** One line per file. */
export function fileLine(file: EndedFile): string {
  const tests = file.passed + file.failed + file.skipped;
  const seconds = `${file.seconds.toFixed(1)} s`.padStart(8);
  return `${hasFailed(file) ? "FAIL" : "ok  "}${seconds}  ${file.file} (${tests} ${tests === 1 ? "test" : "tests"})`;
}

export function failureLines({ file, failures }: Pick<EndedFile, "file" | "failures">, verb: string): string {
  return failures
    .map(
      ({ test, words }) =>
        `${verb}: ${file}${test === null ? "" : `: ${test}`}\n${indent(words, LINES_OF_A_FAILURE)}`,
    )
    .join("\n");
}

/** The last log lines of a file; may be empty. */
export function logLines({ file, log }: FileRun): string {
  return log.trim() === "" ? "" : `log of ${file}:\n${indent(log, LINES_OF_A_LOG, "end")}`;
}

export function slowestLines(lanes: readonly LaneRun[]): string {
  const files = lanes.flatMap((lane) => lane.files).toSorted((left, right) => right.seconds - left.seconds);
  return ["slowest files", ...files.slice(0, SLOWEST).map(fileLine)].join("\n");
}

export function tableLines(lanes: readonly LaneRun[], wallSeconds: number): string {
  const row = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(10) + cells.map((cell) => String(cell).padStart(9)).join("");
  const counted = (name: string, { files, passed, failed, skipped }: Counts, seconds: number): string =>
    row(name, [files, passed, failed, skipped, Math.round(seconds)]);
  return [
    row("lane", ["files", "passed", "failed", "skipped", "seconds"]),
    ...lanes.map((run) => counted(run.lane, countsOf([run]), run.seconds)),
    counted("all", countsOf(lanes), wallSeconds),
  ].join("\n");
}

/** Names flaky files, which must be fixed before new work. */
export function flakyLine(flaky: readonly FlakyFile[]): string {
  if (flaky.length === 0) return "0 flaky";
  return `${flaky.length} flaky (failed, then passed alone; dist/flaky.json): ${flaky.map(({ file }) => file).join(", ")}`;
}
