/** The tools of this toolset. A new tool is one file and one line here. */
export { createSchedule } from "./create-schedule.ts";
export { deleteSchedule } from "./delete-schedule.ts";
export { listSchedules } from "./list-schedules.ts";
export { updateSchedule } from "./update-schedule.ts";
