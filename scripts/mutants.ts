/**
 * `npm run mutants`: mutation tests for guards. Applies each entry of `test/mutants.ts` in a copy of the sources, runs its tests, and
 * prints which test caught it. Fails if fewer than 95 % are caught, if an entry no longer fits its file, or if its tests fail without it.
 * `npm run mutants -- erasure` runs only entries whose description or file contains an argument.
 */
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createVitest, type TestRunResult, type Vitest } from "vitest/node";
import { MUTANTS, type Mutant } from "../test/mutants.ts";
import { ROOT } from "./tooling.ts";

/** Excludes mutants that a second guard also covers. */
const LEAST_RATE = 0.95;

/** Caught by a test, survived, or skipped with a reason. */
type Verdict =
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "survived" }
  | { readonly kind: "wrong"; readonly why: string };

/** A copy that may be modified. */
async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "steward-mutants-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  const deleted = execFileSync("git", ["ls-files", "-z", "--deleted"], { cwd: ROOT }).toString().split("\0");
  const files = listed
    .toString()
    .split("\0")
    .filter((file) => file !== "" && !deleted.includes(file));
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Runs only these tests and drops results of earlier runs. */
async function run(vitest: Vitest, tests: readonly string[]): Promise<TestRunResult> {
  const found = await vitest.globTestSpecifications([...tests]);
  const wanted = found.filter(({ moduleId }) => tests.some((test) => moduleId.endsWith(`/${test}`)));
  if (wanted.length !== tests.length)
    throw new Error(`not all of these tests are there: ${tests.join(", ")}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
  const asked = new Set(wanted.map(({ moduleId }) => moduleId));
  return { testModules: testModules.filter(({ moduleId }) => asked.has(moduleId)), unhandledErrors };
}

/** The first failed test; null if all passed. A file that fails to load doesn't count as a catch. */
function verdictOf({ testModules, unhandledErrors }: TestRunResult): Verdict {
  const failed = testModules
    .flatMap((module) => [...module.children.allTests()])
    .find((test) => test.result().state === "failed");
  if (failed !== undefined) return { kind: "killed", by: failed.fullName };
  if (testModules.every((module) => module.ok()) && unhandledErrors.length === 0) return { kind: "survived" };
  return { kind: "wrong", why: "its tests could not run" };
}

async function attempt(vitest: Vitest, folder: string, mutant: Mutant): Promise<Verdict> {
  const path = join(folder, mutant.file);
  const source = await readFile(path, "utf8");
  const times = source.split(mutant.find).length - 1;
  if (times !== 1) return { kind: "wrong", why: `what it changes stands ${times} times in the file` };
  const write = async (text: string): Promise<void> => {
    await writeFile(path, text);
    vitest.invalidateFile(path);
  };
  await write(source.replace(mutant.find, () => mutant.replace));
  try {
    return verdictOf(await run(vitest, mutant.tests));
  } finally {
    await write(source);
  }
}

const words = process.argv.slice(2);
const chosen = MUTANTS.filter(
  ({ what, file }) => words.length === 0 || words.some((word) => what.includes(word) || file.includes(word)),
);
if (chosen.length === 0) throw new Error(`no mutant has any of these words in it: ${words.join(", ")}`);
const folder = await copySources();
process.chdir(folder);
const vitest = await createVitest("test", {
  root: folder,
  watch: false,
  bail: 1,
  reporters: [{}],
  project: chosen.some(({ tests }) => tests.some((test) => test.startsWith("test/worker/")))
    ? ["unit", "worker"]
    : ["unit"],
});
const survivors: Mutant[] = [];
const wrong: string[] = [];
let killed = 0;
try {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  for (const test of tests) {
    const healthy = verdictOf(await run(vitest, [test]));
    if (healthy.kind !== "survived") wrong.push(`${test} fails without any mutant`);
  }
  for (const mutant of wrong.length === 0 ? chosen : []) {
    const verdict = await attempt(vitest, folder, mutant);
    const place = `${mutant.file}: ${mutant.what}`;
    if (verdict.kind === "wrong") wrong.push(`${place}: ${verdict.why}`);
    if (verdict.kind === "killed") killed += mutant.secondGuard === undefined ? 1 : 0;
    if (verdict.kind === "survived") survivors.push(mutant);
    const shown = verdict.kind === "killed" ? `noticed by “${verdict.by}”` : verdict.kind;
    console.log(`${place}\n    ${shown}`);
  }
} finally {
  await vitest.close();
  process.chdir(ROOT);
  await rm(folder, { recursive: true, force: true });
}

const gaps = survivors.filter(({ secondGuard }) => secondGuard === undefined);
const rate = killed / Math.max(1, killed + gaps.length);
for (const { file, what, secondGuard } of survivors)
  console.log(`not noticed: ${file}: ${what} (${secondGuard ?? "a test is missing"})`);
for (const line of wrong) console.log(`wrong: ${line}`);
console.log(`${killed} of ${killed + gaps.length} mutants noticed (${Math.round(rate * 100)} %)`);
process.exit(wrong.length === 0 && rate >= LEAST_RATE ? 0 : 1);
