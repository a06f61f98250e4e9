/** What is scheduled for the agent. */
import { proposedScheduleNews, type EditDeps } from "../../schedules/index.ts";
import { defineToolset } from "../define-toolset.ts";
import { createSchedule } from "./create-schedule.ts";
import { deleteSchedule } from "./delete-schedule.ts";
import { listSchedules } from "./list-schedules.ts";
import { updateSchedule } from "./update-schedule.ts";

/** What its tools use. */
export type ScheduleServices = EditDeps;

export const schedules = defineToolset<ScheduleServices>({
  name: "schedules",
  title: "Schedules",
  tools: [createSchedule, listSchedules, updateSchedule, deleteSchedule],
  open: async (tenant) => ({
    db: tenant.db,
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
    announce: () => tenant.publish({ type: "schedules.updated" }),
    tellProposed: (schedule) => tenant.notify(proposedScheduleNews(schedule)),
  }),
});
