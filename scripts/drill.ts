/**
 * `npm run drill -- --teams 1000 --minutes 10`: DRILL. So many teams on one machine in the really running product, each with a text, a look at its
 * e-mail, a reminder and an approval within that time. Prints how late each kind was and ends with 1 where one was lost or more than a minute late.
 * `-- --tiny` only shows that it runs: one team, few seconds, and lateness counts for nothing.
 * `-- --kills 2`: kills the product in the middle of each kind of long work instead, so many rounds at different points. Ends with 1 where something was
 * lost, done twice or done later than a minute after the restart.
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
    kills: { type: "string" },
  },
});
const begun = performance.now();
const say = (line: string): void =>
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${line}`);

if (values.kills !== undefined) process.exit(await kills(Number(values.kills)));

/** Runs the drill of kills. Answers the exit status. */
async function kills(rounds: number): Promise<number> {
  if (!(Number.isInteger(rounds) && rounds >= 1)) {
    console.error("  npm run drill -- --kills <rounds>");
    return 1;
  }
  const { isKept, recoveryTable } = await import("../test/bench/drill/kills.ts");
  const { runKills } = await import("../test/bench/drill/run-kills.ts");
  const { prepare } = await import("../test/support/prepared.ts");
  const prepared = await prepare();
  try {
    const recoveries = await runKills(prepared, { rounds, say });
    console.log(`\n${recoveryTable(recoveries)}`);
    return recoveries.every(isKept) ? 0 : 1;
  } finally {
    await prepared.dispose();
  }
}

const [teams, minutes] = values.tiny ? [1, 0.02] : [Number(values.teams), Number(values.minutes)];
if (!(Number.isInteger(teams) && teams >= 1 && teams <= MOST_TEAMS) || !(minutes > 0)) {
  console.error(`  npm run drill -- --teams <1 to ${MOST_TEAMS}> --minutes <more than 0>`);
  process.exit(1);
}

// Read where the companies of the outside world are listed, which is imported after this.
process.env["SANDBOX_TEAMS"] = String(teams);
process.env["SANDBOX_WORLD"] = "empty";
const { drill, PAUSES, TINY_PAUSES } = await import("../test/bench/drill/drill.ts");

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
