/** `npm test`: pages built, then every Vitest project (unit, workerd, browser); ends with one plain line of counts. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildFrontend } from "./stack.ts";

const ROOT = resolve(import.meta.dirname, "..");
const nightly = process.argv.includes("--nightly");
const passOn = process.argv.slice(2).filter((argument) => argument !== "--nightly");

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

await buildFrontend((line) => console.log(line));
const folder = await mkdtemp(join(tmpdir(), "steward-test-"));
const reportFile = join(folder, "report.json");
const child = spawn(
  join(ROOT, "node_modules", ".bin", "vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`, ...passOn],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...(nightly ? { STEWARD_NIGHTLY: "1" } : {}) } },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
const text = await readFile(reportFile, "utf8").catch(() => null);
await rm(folder, { recursive: true, force: true });
if (text === null) {
  console.error("The test runner ended without a report.");
  process.exit(code === 0 ? 1 : code);
}
// oxlint-disable-next-line no-unsafe-type-assertion -- the runner's own report
const report = JSON.parse(text) as Report;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
process.exit(code !== 0 || report.numFailedTests > 0 || report.numPassedTests === 0 ? 1 : 0);
