/** Composition of projects: notifies open pages and event consumers of writes. */
import type { TenantContext } from "../platform/context.ts";
import type { ProjectDeps } from "./index.ts";

/** Maximum records listed individually for open pages. */
const NAMED = 100;

/** Does no I/O. */
export function projectDeps(ctx: TenantContext): ProjectDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    async announce({ projectIds, taskIds, entities }) {
      const told = await Promise.allSettled([
        ctx.publish({
          type: "projects.changed",
          projectIds: projectIds.slice(0, NAMED),
          taskIds: taskIds.slice(0, NAMED),
          entities: [...entities],
          more: projectIds.length > NAMED || taskIds.length > NAMED,
        }),
        ctx.wake("events.consume"),
      ]);
      for (const result of told)
        if (result.status === "rejected")
          ctx.log.warn("projects.announce_failed", { tenantId: ctx.tenantId, error: result.reason });
    },
  };
}
