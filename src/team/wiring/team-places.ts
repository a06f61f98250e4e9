/** Every place that stores data of a team. */
import type { TeamPlaces } from "../backup/index.ts";
import { endApprovalWorkflow } from "../../approvals/approval-workflow.ts";
import type { TenantContext } from "../../platform/context.ts";

/** Does no I/O. */
export function teamPlaces(ctx: TenantContext): TeamPlaces {
  return {
    files: ctx.files.folder,
    conversation: ctx.objects.conversation,
    tenant: () => ctx.objects.team(),
    search: () => ctx.objects.search(),
    vectors: () => ctx.objects.vectors(),
    endWorkflow: (approvalId) =>
      endApprovalWorkflow(ctx.deployment.approvalWorkflows, ctx.tenantId, approvalId),
  };
}
