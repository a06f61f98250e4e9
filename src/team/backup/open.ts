/** Composition of backup, restore, move and deletion of a team: every place where something of it is kept. */
import { allAgents } from "../../agent/index.ts";
import { endApprovalWorkflow } from "../../approvals/approval-workflow.ts";
import { endConnection } from "../../integrations/open.ts";
import type { DeploymentContext, TenantContext } from "../../platform/context.ts";
import type { BackupDeps, TeamPlaces } from "./ports.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { moveOn } from "../../platform/db/index.ts";
import { continueDeletion, startDeletion } from "./index.ts";

/** What they are given. */
export function backupDeps(deployment: DeploymentContext): BackupDeps {
  return {
    databases: deployment.databases,
    clock: deployment.clock,
    logger: deployment.log,
    places: (team) => placesOf(deployment.tenant(team)),
    agents: allAgents().map(({ name }) => name),
  };
}

function placesOf(ctx: TenantContext): TeamPlaces {
  const { files, objects, deployment, tenantId } = ctx;
  return {
    files: files.folder,
    conversation: objects.conversation,
    tenant: objects.team,
    search: objects.search,
    vectors: objects.vectors,
    endConnection: () => endConnection(ctx),
    endWorkflow: (approvalId) => endApprovalWorkflow(deployment.approvalWorkflows, tenantId, approvalId),
  };
}

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
