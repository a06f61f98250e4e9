/** What is scheduled for the agent. */
import { newsKeysSince, type ReachServices } from "../../../notifications/index.ts";
import type { EditDeps } from "../index.ts";
import { defineToolset } from "../../tools/define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export type ScheduleServices = Omit<EditDeps, "tellProposed"> & ReachServices;

export const schedules = defineToolset<ScheduleServices>({
  name: "schedules",
  title: "Schedules",
  place: 100,
  tools: Object.values(tools),
  open: async (tenant) => ({
    db: tenant.db,
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
    announce: () => tenant.publish({ type: "schedules.updated" }),
    notify: (news) => tenant.notify(news),
    toldSince: (conversationId, since) => newsKeysSince(tenant.db, conversationId, since),
  }),
});
