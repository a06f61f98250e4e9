/** What is done for a team's agents and their memory by a schedule, by name. */
import { METRICS_JOB, runMetrics } from "./metrics.ts";
import { runUpkeep, UPKEEP_JOB } from "./upkeep.ts";

export const AGENT_JOBS = { [METRICS_JOB]: runMetrics, [UPKEEP_JOB]: runUpkeep };
