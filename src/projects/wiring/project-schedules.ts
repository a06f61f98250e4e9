/** Composition of the schedules that agents of a new project begin with. */
import { tenantDb } from "../../platform/db/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { beginSchedules } from "../agent-work/index.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** Gives new projects the schedules of their agents. */
export function projectAgentsConsumer(env: Env, tenantId: string): Consumer {
  return {
    name: "project-agents",
    takes: ["pm.projects.created", "pm.projects.brought_in"],
    async take(events) {
      const deps = { db: tenantDb(env, tenantId), clock, timeZone: await zoneOf(env, tenantId) };
      for (const { payload } of events)
        if (payload["entity"] === "project" && typeof payload["projectId"] === "string")
          await beginSchedules(deps, payload["projectId"]);
    },
  };
}
