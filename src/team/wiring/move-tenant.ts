/** Moves a team to another database, and deletes one. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { moveOn } from "../../platform/db/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { continueDeletion, startDeletion } from "../backup/index.ts";
import { backupDeps } from "../backup/open.ts";

export function moveTenant(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return moveOn(
    { databases: ctx.deployment.databases, clock: ctx.clock, logger: ctx.log },
    ctx.tenantId,
    untilMs,
  );
}

export async function deleteTenant(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const { deployment, tenantId } = ctx;
  const deps = backupDeps(deployment);
  if (await startDeletion(deps, tenantId)) await ctx.publish({ type: "team.deleted" });
  return continueDeletion(deps, tenantId, untilMs);
}
