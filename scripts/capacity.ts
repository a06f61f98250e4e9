/**
 * `npm run capacity`: measures the cost of one of each kind of operation inside workerd (test/worker/agent/usage/cost.test.ts) and writes
 * it to docs/capacity.md. Exits with 1 if nothing was measured.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeCapacity, type Counted } from "../test/support/capacity-table.ts";
import { BIN, ROOT } from "./tooling.ts";

const PAGE = join(ROOT, "docs", "capacity.md");
const COUNTED = /^COUNTED (\[.*\])$/m;

const output = await new Promise<string>((resolve) => {
  const args = ["run", "--project", "worker", "test/worker/agent/usage/cost.test.ts"];
  // Whether the current page passes doesn't matter here.
  execFile(join(BIN, "vitest"), args, { cwd: ROOT, maxBuffer: 64_000_000 }, (_, stdout, stderr) =>
    resolve(`${stdout}\n${stderr}`),
  );
});
const [, json] = COUNTED.exec(output) ?? [];
if (json === undefined) {
  console.error(`Nothing was counted:\n${output.trim().split("\n").slice(-20).join("\n")}`);
  process.exit(1);
}
const counted = JSON.parse(json) as Counted[];
await writeFile(PAGE, writeCapacity(await readFile(PAGE, "utf8"), counted));
await new Promise((resolve) => {
  execFile(join(BIN, "oxfmt"), [PAGE], resolve);
});
console.log(`docs/capacity.md has what ${counted.length} kinds of thing cost.`);
