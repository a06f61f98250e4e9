/** STEADY: tests of `unit` and `worker` wait for nothing real and measure no time. The linter keeps it so; here it is shown that it does. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");

const PLANTED = {
  "a pause": "await new Promise((done) => setTimeout(done, 200));",
  "an interval": "setInterval(() => {}, 10);",
  "a pause of workerd's": "await scheduler.wait(200);",
  "a pause of Node's": 'import { setTimeout as sleep } from "node:timers/promises";\nawait sleep(5);',
  "a stopwatch": "console.log(performance.now());",
} as const;

/** What the linter says of the files, by our configuration; no other rule matters here. */
async function lint(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "steward-lint-"));
  try {
    await cp(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${text}\n`);
    }
    const run = promisify(execFile);
    const linter = join(ROOT, "node_modules", "oxlint", "bin", "oxlint");
    return await run(process.execPath, [linter, "--format=unix", "."], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? "",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it("a test of unit or worker that waits or measures is refused, and one of stack is not", async () => {
  const files = Object.entries(PLANTED).flatMap(([what, text], index) => [
    [`test/unit/x/planted-${index}.test.ts`, `// ${what}\n${text}`],
    [`test/worker/x/planted-${index}.ts`, `// ${what}\n${text}`],
    [`test/stack/planted-${index}.test.ts`, `// ${what}\n${text}`],
  ]);
  const said = await lint(Object.fromEntries(files) as Record<string, string>);
  for (const index of Object.keys(PLANTED).keys()) {
    expect(said).toMatch(new RegExp(`test/unit/x/planted-${index}\\.test\\.ts.*restricted`));
    expect(said).toMatch(new RegExp(`test/worker/x/planted-${index}\\.ts.*restricted`));
  }
  expect(said).not.toMatch(/test\/stack.*restricted/);
});
