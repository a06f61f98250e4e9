/**
 * The jobs that every tenant has by default. Changes here require a higher `JOBS_VERSION`
 * (src/platform/work/jobs-version.ts).
 */
import { eq } from "drizzle-orm";
import { schedules } from "../tables/schedules.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { ensureSystemSchedule, systemScheduleId } from "./ensure-system.ts";
import type { Cadence } from "./types.ts";

export const STANDING_JOBS: readonly {
  readonly name: string;
  readonly title: string;
  readonly cadence: Cadence;
}[] = [
  {
    name: "clean-up",
    title: "Clean up what's no longer needed",
    cadence: { type: "cron", expression: "40 3 * * *" },
  },
  {
    name: "search.check",
    title: "Compare the search index with the records",
    cadence: { type: "cron", expression: "20 4 * * *" },
  },
  {
    name: "histories.check",
    title: "Check that the histories of projects and the archive are as they were written",
    cadence: { type: "cron", expression: "50 2 * * *" },
  },
  {
    name: "memory.upkeep",
    title: "Merge daily notes into the team's memory",
    cadence: { type: "cron", expression: "0 5 * * *" },
  },
  {
    name: "tasks.due",
    title: "Tell people which of their tasks are due",
    cadence: { type: "cron", expression: "0 8 * * *" },
  },
  {
    name: "agents.figures",
    title: "Measure how the agents do",
    cadence: { type: "cron", expression: "7 * * * *" },
  },
];

/** System jobs whose time a team can choose. */
export const TEAM_TIMED: readonly string[] = ["memory.upkeep", "accounts.followups", "tasks.due"];

/** Creates a tenant's standing jobs. Idempotent; paused or moved jobs stay so. */
export async function ensureStandingJobs(db: TenantDb): Promise<void> {
  for (const job of STANDING_JOBS) {
    const known = await db.find(schedules, eq(schedules.id, systemScheduleId(job.name)));
    const isMoved = known !== null && TEAM_TIMED.includes(job.name);
    const cadence = isMoved ? known.cadence : job.cadence;
    await ensureSystemSchedule(db, { ...job, cadence, enabled: known?.status !== "paused" });
  }
}
