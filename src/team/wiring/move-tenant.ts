/** Moves a team to another database, and deletes one. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { moveOn } from "../../platform/db/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { continueDeletion } from "../backup/index.ts";
import { backupDeps } from "../backup/open.ts";

export function moveTenant(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return moveOn(
    { databases: ctx.deployment.databases, clock: ctx.clock, logger: ctx.log },
    ctx.tenantId,
    untilMs,
  );
}

export function deleteTenant(
  { deployment, tenantId }: TenantContext,
  { untilMs }: Task,
): Promise<WorkResult> {
  return continueDeletion(backupDeps(deployment), tenantId, untilMs);
}
