/** Wires the initial agent schedules of new projects. */
import type { Consumer } from "../../platform/events/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { beginSchedules } from "../agent-work/index.ts";

/** Creates the agent schedules of new projects. */
export function projectAgentsConsumer(ctx: TenantContext): Consumer {
  return {
    name: "project-agents",
    takes: ["pm.projects.created", "pm.projects.brought_in"],
    async take(events) {
      const deps = { db: ctx.db, clock: ctx.clock, timeZone: await ctx.timeZone() };
      for (const { payload } of events)
        if (payload["entity"] === "project" && typeof payload["projectId"] === "string")
          await beginSchedules(deps, payload["projectId"]);
    },
  };
}
