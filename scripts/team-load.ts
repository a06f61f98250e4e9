/**
 * `node scripts/with-deps.mjs scripts/team-load.ts`: measures how many open pages one team's object supports in the real product, how
 * quickly they receive a change, and how many requests it handles per second. Prints the table of docs/capacity.md.
 */
import { rm } from "node:fs/promises";
import { loadNow } from "../test/bench/machine.ts";
import type { MeteredSocket } from "../test/bench/metered-socket.ts";
import { measureFeed, openPages } from "../test/bench/tenant-feed.ts";
import { signInAs } from "../test/support/client.ts";
import { freePort } from "../test/support/test-env.ts";
import { scratchFolder } from "./scratch.ts";
import { startStack } from "./stack.ts";

const PAGES = [20, 200, 1_000, 2_000];
const ROUNDS = 10;
const SECONDS = 5;

const dataDir = await scratchFolder();
const stack = await startStack({
  port: await freePort(),
  sandboxPort: await freePort(),
  dataDir,
  tickCron: false,
});
const pages: MeteredSocket[] = [];
try {
  const dana = await signInAs(stack.appUrl, stack.sandboxUrl, "dana@alderfinch.example");
  console.log(`  load ${loadNow()} at the beginning\n`);
  console.log(
    "| pages of a team | heard of a change: p50 | p99 | worst | questions answered a second | app's memory |",
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const count of PAGES) {
    await openPages(dana, pages, count);
    const { p50, p99, worst, answersASecond } = await measureFeed(dana, pages, {
      rounds: ROUNDS,
      seconds: SECONDS,
    });
    const [middle, most, last] = [p50, p99, worst].map((ms) => `${Math.round(ms)} ms`);
    const memory = Math.round(await stack.appMemoryMiB());
    console.log(`| ${count} | ${middle} | ${most} | ${last} | ${answersASecond} | ${memory} MB |`);
  }
  console.log(`\n  load ${loadNow()} at the end`);
} finally {
  for (const page of pages) page.close();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
