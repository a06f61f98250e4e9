/** Schedules: what a tenant's agent and the product do by the clock, and the handing out of what is due. */
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
export type { CadenceInput, ScheduleRow, Slot } from "./types.ts";
export { handOutSlots, slotKey, workOnKey, type SystemJob } from "./slot.ts";
export { ensureStandingJobs } from "./standing-jobs.ts";
