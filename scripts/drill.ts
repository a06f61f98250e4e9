/**
 * `npm run drill -- --teams 1000 --minutes 10`: DRILL. So many teams on one machine in the really running product, each with a text, a look at its
 * e-mail, a reminder and an approval within that time. Prints how late each kind was and ends with 1 where one was lost or more than a minute late.
 * `-- --tiny` only shows that it runs: one team, few seconds, and lateness counts for nothing.
 */
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { MOST_TEAMS } from "../sandbox/world/more-teams.ts";
import { scratchFolder } from "./scratch.ts";

const { values } = parseArgs({
  options: {
    teams: { type: "string", default: "1000" },
    minutes: { type: "string", default: "10" },
    tiny: { type: "boolean", default: false },
  },
});
const [teams, minutes] = values.tiny ? [1, 0.02] : [Number(values.teams), Number(values.minutes)];
if (!(Number.isInteger(teams) && teams >= 1 && teams <= MOST_TEAMS) || !(minutes > 0)) {
  console.error(`  npm run drill -- --teams <1 to ${MOST_TEAMS}> --minutes <more than 0>`);
  process.exit(1);
}

// Read where the companies of the outside world are listed, which is imported after this.
process.env["SANDBOX_TEAMS"] = String(teams);
process.env["SANDBOX_WORLD"] = "empty";
const { drill, PAUSES, TINY_PAUSES } = await import("../test/bench/drill/drill.ts");

const begun = performance.now();
const say = (line: string): void =>
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);
const dataDir = await scratchFolder();
try {
  const { table, kept } = await drill({
    dataDir,
    spanMs: minutes * 60_000,
    pauses: values.tiny ? TINY_PAUSES : PAUSES,
    say,
  });
  console.log(`\n${table}`);
  process.exitCode = kept || values.tiny ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
