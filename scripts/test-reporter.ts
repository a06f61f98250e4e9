/** Vitest reporter for the lanes of `npm test`: prints nothing and sends events to the runner. */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { tellRunner } from "../test/support/lane-events.ts";
import { ROOT } from "./tooling.ts";

/** Maximum diff lines. */
const LINES_OF_A_DIFF = 40;
const FRAMES_OF_A_STACK = 4;

/** The fields we read of Vitest's serialized errors. */
interface ReportedError {
  readonly message?: string;
  readonly name?: string;
  readonly diff?: string;
  readonly stack?: string;
  readonly VITEST_TEST_PATH?: string;
}

/** The message, diff and location in our own files. */
function wordsOf(error: ReportedError): string {
  const diff = (error.diff ?? "").split("\n").slice(0, LINES_OF_A_DIFF);
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && line.includes(ROOT) && !line.includes("node_modules"))
    .slice(0, FRAMES_OF_A_STACK)
    .map((line) => line.replace(`${ROOT}/`, "").replace("file://", ""));
  const lines = [error.message ?? error.name ?? "an error without words", ...diff, ...frames];
  return stripVTControlCharacters(lines.filter((line) => line.trim() !== "").join("\n"));
}

const pathOf = (moduleId: string): string => relative(ROOT, moduleId);

/** Test counts by result; tests that didn't run count as skipped. */
function countsOf(tests: readonly TestCase[]) {
  const passed = tests.filter((test) => test.result().state === "passed").length;
  const failed = tests.filter((test) => test.result().state === "failed").length;
  return { passed, failed, skipped: tests.length - passed - failed };
}

function failuresOf(module: TestModule, tests: readonly TestCase[]) {
  const ofTests = tests.flatMap((test) =>
    test.result().state === "failed"
      ? (test.result().errors ?? []).map((error) => ({ test: test.fullName, words: wordsOf(error) }))
      : [],
  );
  const outside = [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ].map((error) => ({ test: null, words: wordsOf(error) }));
  const failures = [...ofTests, ...outside];
  if (failures.length === 0 && !module.ok()) return [{ test: null, words: "the file failed without words" }];
  return failures;
}

export default class LaneReporter implements Reporter {
  readonly onTestRunStart: Reporter["onTestRunStart"] = (specifications) =>
    tellRunner({
      type: "planned",
      files: specifications.map(({ moduleId, project }) => ({ lane: project.name, file: pathOf(moduleId) })),
    });

  readonly onTestModuleQueued: Reporter["onTestModuleQueued"] = ({ moduleId }) =>
    tellRunner({ type: "begun", file: pathOf(moduleId) });

  readonly onUserConsoleLog: Reporter["onUserConsoleLog"] = ({ content, taskId }) => {
    const file = this.#files.get(taskId?.split("_")[0] ?? "");
    if (file !== undefined) tellRunner({ type: "log", file, text: content });
  };

  readonly onTestModuleCollected: Reporter["onTestModuleCollected"] = ({ id, moduleId }) => {
    this.#files.set(id, pathOf(moduleId));
  };

  readonly onTestModuleEnd: Reporter["onTestModuleEnd"] = (module) => {
    const tests = [...module.children.allTests()];
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    tellRunner({
      type: "ended",
      lane: module.project.name,
      file: pathOf(module.moduleId),
      seconds: (collectDuration + setupDuration + duration) / 1000,
      ...countsOf(tests),
      failures: failuresOf(module, tests),
    });
  };

  readonly onTestRunEnd: Reporter["onTestRunEnd"] = (_modules, errors) => {
    for (const error of errors as readonly ReportedError[]) {
      const path = error.VITEST_TEST_PATH;
      tellRunner({ type: "error", words: wordsOf(error), file: path === undefined ? null : pathOf(path) });
    }
    tellRunner({ type: "over" });
  };

  /** Files by Vitest ID, which is a prefix of their tests' IDs. */
  readonly #files = new Map<string, string>();
}
