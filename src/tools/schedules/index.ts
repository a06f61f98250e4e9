/** What is scheduled for the agent. */
import { proposedScheduleNews, type EditDeps } from "../../schedules/index.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export type ScheduleServices = EditDeps;

export const schedules = defineToolset<ScheduleServices>({
  name: "schedules",
  title: "Schedules",
  tools: Object.values(tools),
  open: async (tenant) => ({
    db: tenant.db,
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
    announce: () => tenant.publish({ type: "schedules.updated" }),
    tellProposed: (schedule) => tenant.notify(proposedScheduleNews(schedule)),
  }),
});
