/** Increment when standing jobs change (src/agent/schedules/standing-jobs.ts), so that every tenant gets them again. */
export const JOBS_VERSION = 8;
