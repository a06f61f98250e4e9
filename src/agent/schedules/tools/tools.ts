/** The tools of this toolset. Adding one is its file and a line here. */
export { createSchedule } from "./create-schedule.ts";
export { deleteSchedule } from "./delete-schedule.ts";
export { listSchedules } from "./list-schedules.ts";
export { updateSchedule } from "./update-schedule.ts";
