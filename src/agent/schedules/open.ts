/** Composition of what people and the agent do with schedules: open pages and the team's devices behind it. */
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { notifyTeam } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { proposedScheduleNews, type EditDeps } from "./index.ts";
import { publish } from "../../platform/wiring/feed.ts";
import { notificationDeps } from "../../notifications/open.ts";

/** What the use cases of one tenant's schedules are given. Cheap. */
export function scheduleDeps(env: Env, tenantId: string, timeZone: string): EditDeps {
  return {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    timeZone,
    announce: () => publish(env, tenantId, { type: "schedules.updated" }),
    tellProposed: async (schedule) => {
      await notifyTeam(notificationDeps(env, tenantId), proposedScheduleNews(schedule));
    },
  };
}
