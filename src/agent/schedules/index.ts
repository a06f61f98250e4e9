/** Schedules of the agent and the system, and the dispatch of due slots. */
export {
  changeSchedule,
  createSchedule,
  getSchedule,
  listSchedules,
  previewCadence,
  runNow,
  type EditDeps,
} from "./edit.ts";
export {
  addSystemSchedule,
  ensureSystemSchedule,
  hasSystemSchedule,
  systemScheduleId,
} from "./ensure-system.ts";
export { leaseDue } from "./lease.ts";
export { proposedScheduleNews } from "./proposed-news.ts";
export { memberNamed } from "./recipient.ts";
export type { AgentRhythm, CadenceInput, ScheduleRow, Slot } from "./types.ts";
export { handOutSlots, slotKey, workOnKey, type SystemJob } from "./slot.ts";
export { ensureStandingJobs } from "./standing-jobs.ts";
