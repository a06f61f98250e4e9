/** Grows when a standing job is added or changed (src/agent/schedules/standing-jobs.ts): every tenant is then given its jobs once more. */
export const JOBS_VERSION = 8;
