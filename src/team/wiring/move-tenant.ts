/** Moves a team to another database. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { moveOn } from "../../platform/db/index.ts";
import type { TenantContext } from "../../platform/context.ts";

export function moveTenant(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return moveOn(
    { databases: ctx.deployment.databases, clock: ctx.clock, logger: ctx.log },
    ctx.tenantId,
    untilMs,
  );
}
