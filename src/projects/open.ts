/** Composition of projects: open pages and consumers of events behind what is written. */
import { tenantDb } from "../platform/db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { ProjectDeps } from "./index.ts";
import { publish } from "../platform/wiring/feed.ts";
import { wakeSoon } from "../platform/wiring/queues.ts";

/** Records named one by one to open pages. */
const NAMED = 100;

/** What the use cases of one tenant's projects are given. Cheap. */
export function projectDeps(env: Env, tenantId: string): ProjectDeps {
  return {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    ids: systemIds,
    async announce({ projectIds, taskIds, entities }) {
      const told = await Promise.allSettled([
        publish(env, tenantId, {
          type: "projects.changed",
          projectIds: projectIds.slice(0, NAMED),
          taskIds: taskIds.slice(0, NAMED),
          entities: [...entities],
          more: projectIds.length > NAMED || taskIds.length > NAMED,
        }),
        wakeSoon(env, { tenantId, kind: "events.consume" }),
      ]);
      for (const result of told)
        if (result.status === "rejected")
          systemLogger.warn("projects.announce_failed", { tenantId, error: result.reason });
    },
  };
}
