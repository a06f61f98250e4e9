/** Composes the use cases of schedules with open pages and notifications. */
import { notifier } from "../../platform/notifier.ts";
import type { TenantContext } from "../../platform/context.ts";
import { proposedScheduleNews, type EditDeps } from "./index.ts";

/** No I/O. */
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
