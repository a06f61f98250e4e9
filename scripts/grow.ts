/**
 * `node scripts/grow.ts` fills the demo's first team with years of data, for viewing the pages: stop `npm start` first, after a run with
 * one approval sent and one pending. `DATA_DIR` selects another folder.
 */
import { resolve } from "node:path";
import { ALDER } from "../sandbox/world/company.ts";
import { GROWN, growTeam } from "../test/bench/growth/grow-team.ts";

growTeam(resolve(process.env["DATA_DIR"] ?? ".data"), ALDER.id, GROWN, (line) => console.log(`  ${line}`));
