import { describe, expect, it } from "vitest";
import {
  countsOf,
  failureLines,
  filesToRetry,
  flakyLine,
  isGood,
  joinRetries,
  logLines,
  slowestLines,
  unendedFile,
  type FileRun,
  type LaneRun,
} from "../../../scripts/test-report.ts";

function file(lane: string, name: string, failures: FileRun["failures"] = []): FileRun {
  const failed = failures.length;
  return {
    type: "ended",
    lane,
    file: `test/${lane}/${name}.test.ts`,
    seconds: 1,
    passed: 2,
    failed,
    skipped: 0,
    failures,
    log: "",
  };
}

function lane(name: string, files: readonly FileRun[], more: Partial<LaneRun> = {}): LaneRun {
  const code = files.some(({ failed }) => failed > 0) ? 1 : 0;
  return { lane: name, code, seconds: 1, files, errors: [], isOver: true, output: "", ...more };
}

const WRONG = [{ test: "a chat > goes on", words: "expected 1 to be 2" }];
const failing = (laneName: string, name = "a") => file(laneName, name, WRONG);

describe("a file that failed", () => {
  it("is run once more in lanes of real processes, whatever it failed by, and never where nothing real is waited for", () => {
    const lanes = ["unit", "worker", "stack", "browser"].map((name) =>
      lane(name, [failing(name), file(name, "b")]),
    );
    expect(filesToRetry(lanes).map((run) => run.file)).toEqual([
      "test/worker/a.test.ts",
      "test/stack/a.test.ts",
      "test/browser/a.test.ts",
    ]);
  });

  it("is not run once more where so many failed that it is one fault", () => {
    const many = Array.from({ length: 9 }, (_, index) => failing("stack", `f${index}`));
    expect(filesToRetry([lane("stack", many)])).toEqual([]);
    expect(filesToRetry([lane("stack", many.slice(1))])).toHaveLength(8);
  });

  it("and passes alone is flaky: named, counted as passed, and the run is good", () => {
    const first = [lane("stack", [failing("stack"), file("stack", "b")])];
    const outcome = joinRetries(first, [lane("stack", [file("stack", "a")])]);
    expect(outcome.flaky).toEqual([{ lane: "stack", file: "test/stack/a.test.ts", failures: WRONG }]);
    expect(countsOf(outcome.lanes)).toEqual({ files: 2, passed: 4, failed: 0, skipped: 0 });
    expect(isGood(outcome)).toBe(true);
    expect(flakyLine(outcome.flaky)).toMatch(/^1 flaky .*test\/stack\/a\.test\.ts$/);
  });

  it("twice fails the run, though it failed by something else the second time", () => {
    const again = file("stack", "a", [{ test: null, words: "the product did not start" }]);
    const outcome = joinRetries([lane("stack", [failing("stack")])], [lane("stack", [again])]);
    expect(outcome.flaky).toEqual([]);
    expect(isGood(outcome)).toBe(false);
    expect(countsOf(outcome.lanes).failed).toBe(1);
  });

  it("once in unit or worker fails the run", () => {
    const first = [lane("worker", [failing("worker")]), lane("stack", [failing("stack")])];
    const outcome = joinRetries(first, [lane("stack", [file("stack", "a")])]);
    expect(outcome.flaky).toHaveLength(1);
    expect(isGood(outcome)).toBe(false);
  });

  it("outside its tests counts as a failure", () => {
    const outside = { ...file("worker", "a"), failures: [{ test: null, words: "no such module" }] };
    expect(countsOf([lane("worker", [outside])]).failed).toBe(1);
    expect(isGood(joinRetries([lane("worker", [outside], { code: 1 })], []))).toBe(false);
  });
});

describe("a run", () => {
  const good = [file("stack", "a")];

  it.each([
    ["nothing ran", lane("stack", [])],
    ["a lane ended before its end", lane("stack", good, { isOver: false })],
    ["a lane ended with a code that no file explains", lane("stack", good, { code: 1 })],
    ["something failed outside every file", lane("stack", good, { errors: ["LEAK: a key in the log"] })],
    ["a file never ended", lane("unit", [...good, unendedFile("unit", "test/unit/b.test.ts", "")])],
  ])("fails where %s", (_, run) => {
    expect(isGood(joinRetries([run], []))).toBe(false);
  });

  it("is good where every lane came to its end and everything passed", () => {
    expect(isGood(joinRetries([lane("stack", good)], []))).toBe(true);
  });

  it("fails by an error outside every file though the failed file passed alone", () => {
    const first = lane("browser", [failing("browser")], { errors: ["LEAK: a key in the log"] });
    expect(isGood(joinRetries([first], [lane("browser", [file("browser", "a")])]))).toBe(false);
  });

  it("is good where a lane’s process died and the files it left passed alone", () => {
    const dead = lane("stack", [unendedFile("stack", "test/stack/a.test.ts", "")], {
      code: 134,
      isOver: false,
    });
    const outcome = joinRetries([dead], [lane("stack", good)]);
    expect(outcome.flaky).toHaveLength(1);
    expect(isGood(outcome)).toBe(true);
  });
});

describe("what is printed", () => {
  it("names the test and says its words", () => {
    expect(failureLines(failing("stack"), "failed")).toBe(
      "failed: test/stack/a.test.ts: a chat > goes on\n    expected 1 to be 2",
    );
  });

  it("keeps the end of a log", () => {
    const log = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
    const lines = logLines({ ...failing("stack"), log }).split("\n");
    expect(lines).toHaveLength(61);
    expect(lines.at(-1)).toBe("    line 199");
  });

  it("lists the twenty slowest files, the slowest first", () => {
    const files = Array.from({ length: 30 }, (_, index) => ({
      ...file("unit", `f${index}`),
      seconds: index,
    }));
    const lines = slowestLines([lane("unit", files)]).split("\n");
    expect(lines).toHaveLength(21);
    expect(lines[1]).toContain("29.0 s  test/unit/f29.test.ts");
  });
});
