/** Puts the page together. */
import { startFaults } from "./faults.js";
import { startPhone } from "./phone.js";
import { startReached } from "./reached.js";

await startPhone();
startReached();
startFaults();
