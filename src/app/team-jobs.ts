/** What is done for a team's people, its agents and their memory by a schedule, by name. */
import { DUE_JOB, runDueNews } from "./due-news.ts";
import { METRICS_JOB, runMetrics } from "./metrics.ts";
import { runUpkeep, UPKEEP_JOB } from "./upkeep.ts";

export const TEAM_JOBS = { [DUE_JOB]: runDueNews, [METRICS_JOB]: runMetrics, [UPKEEP_JOB]: runUpkeep };
