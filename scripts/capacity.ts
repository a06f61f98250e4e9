/**
 * `npm run capacity`: counts what one of each kind of thing costs, inside workerd (test/worker/agent/usage/cost.test.ts), and writes it into
 * docs/capacity.md. Ends with 1 where nothing was counted.
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
  // Its verdict on the page as it is does not matter here.
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
