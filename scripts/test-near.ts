/**
 * `npm run test:near -- <file>…`: quick feedback on changed files from the unit tests nearest by imports. Worker tests run for files no
 * unit test reaches; `stack` and `browser` are skipped. Other tests that reach the files are listed but not run: the authoritative result
 * is `npm test`.
 */
import { spawnSync } from "node:child_process";
import { join, relative, resolve } from "node:path";
import { readTestMap, testsReaching, type Reached } from "./test-map.ts";
import { ROOT } from "./tooling.ts";

/** More would take too long to wait for. */
const NEAREST = 8;

const files = process.argv.slice(2).map((path) => relative(ROOT, resolve(path)));
if (files.length === 0) {
  console.error("Say which files changed: npm run test:near -- src/approvals/policy/decide.ts");
  process.exit(1);
}

const map = await readTestMap(ROOT, join(ROOT, "dist", "test-map.json"));
const nearest = new Map<string, number>();
for (const file of files)
  for (const { test, distance } of testsReaching(map, file))
    nearest.set(test, Math.min(distance, nearest.get(test) ?? Infinity));
const reached: Reached[] = [...nearest].map(([test, distance]) => ({ test, distance }));
const unit = reached.filter(({ test }) => test.startsWith("test/unit/"));
const lane = unit.length > 0 ? "unit" : "worker";
const candidates = (unit.length > 0 ? unit : reached).toSorted(
  (left, right) => left.distance - right.distance,
);
const chosen = candidates.slice(0, NEAREST).map(({ test }) => test);
if (chosen.length === 0) {
  console.error(`No unit or worker test imports ${files.join(", ")}: npm test says whether it still works.`);
  process.exit(1);
}

const run = spawnSync(join(ROOT, "node_modules", ".bin", "vitest"), ["run", "--project", lane, ...chosen], {
  cwd: ROOT,
  stdio: "inherit",
});
const left = reached.length - chosen.length;
console.log(
  `${chosen.length} nearest ${lane} files ran; ${left} more reach it. Stack and browser tests were not looked at.`,
);
process.exit(run.status ?? 1);
