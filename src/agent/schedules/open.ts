/** Composition of what people and the agent do with schedules: open pages and the team's devices behind it. */
import { notifier } from "../../platform/notify.ts";
import type { TenantContext } from "../../platform/context.ts";
import { proposedScheduleNews, type EditDeps } from "./index.ts";

/** What the use cases of one tenant's schedules are given. Cheap. */
export function scheduleDeps(ctx: TenantContext, timeZone: string): EditDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    timeZone,
    announce: () => ctx.publish({ type: "schedules.updated" }),
    tellProposed: async (schedule) => {
      await notifier(ctx).notifyTeam(proposedScheduleNews(schedule));
    },
  };
}
