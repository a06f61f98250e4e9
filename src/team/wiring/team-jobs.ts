/** What is done for a team's people, its agents and their memory by a schedule, by name. */
import { DUE_JOB, runDueNews } from "../../projects/wiring/due-news.ts";
import { HISTORIES_JOB, runHistoriesCheck } from "./check-histories.ts";
import { METRICS_JOB, runMetrics } from "../metrics/open.ts";
import { runUpkeep, UPKEEP_JOB } from "../../workspace/upkeep/open.ts";

export const TEAM_JOBS = {
  [DUE_JOB]: runDueNews,
  [HISTORIES_JOB]: runHistoriesCheck,
  [METRICS_JOB]: runMetrics,
  [UPKEEP_JOB]: runUpkeep,
};
