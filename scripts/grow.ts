/**
 * `node scripts/grow.ts` gives the demo's first team years of work, to look at the pages with: stop `npm start` first, and have had it run once with
 * an approval sent and one waiting. `DATA_DIR` names another folder.
 */
import { resolve } from "node:path";
import { ALDER } from "../sandbox/world/company.ts";
import { GROWN, growTeam } from "../test/bench/growth/grow-team.ts";

growTeam(resolve(process.env["DATA_DIR"] ?? ".data"), ALDER.id, GROWN, (line) => console.log(`  ${line}`));
