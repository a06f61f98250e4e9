/**
 * `npm run drill -- --teams 1000 --minutes 10` (promise DRILL): runs many teams in the real product on one machine, each with a text, an
 * e-mail check, a reminder and an approval within that time. Prints the delay per kind and exits with 1 if one was lost or more than a
 * minute late. `-- --tiny` only checks that it runs: one team, few seconds, delays ignored. `-- --kills 2` instead kills the product
 * during each kind of long work, for this many rounds at different points. Exits with 1 if anything was lost, done twice, or done later
 * than a minute after the restart.
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

/** Returns the exit status. */
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

// Must be set before importing the world's list of companies.
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
