/** The Workflow of an approval: started once, woken by an event of its own (PLATFORM.md, Workflows locally). */
import type { ApprovalDeps } from "./index.ts";
import type { Logger } from "../kernel/log.ts";
import { approvalWorkflowId } from "../kernel/tenant-names.ts";
import type { DeploymentContext } from "../platform/context.ts";

/** Type of the event that wakes an approval's Workflow; each approval has its own. */
export function decisionEvent(approvalId: string): string {
  return `decision-${approvalId}`;
}

/** The Workflows of one tenant's approvals. */
export function approvalWorkflow(
  workflows: DeploymentContext["approvalWorkflows"],
  tenantId: string,
  logger: Logger,
): ApprovalDeps["workflow"] {
  return {
    /** A used id throws in production and does not locally: what exists afterwards decides. */
    async start(approvalId) {
      const id = await approvalWorkflowId(tenantId, approvalId);
      try {
        await workflows.create({ id, params: { tenantId, approvalId } });
      } catch (error) {
        const exists = await workflows.get(id).then(
          () => true,
          () => false,
        );
        if (!exists) throw error;
      }
    },
    /** One that is over or gone is no error: the reconciler drives without it. */
    async nudge(approvalId) {
      try {
        const instance = await workflows.get(await approvalWorkflowId(tenantId, approvalId));
        await instance.sendEvent({ type: decisionEvent(approvalId), payload: { approvalId } });
      } catch (error) {
        logger.info("approval.nudge_missed", { tenantId, approvalId, error });
      }
    },
  };
}

/** Ends the Workflow of an approval. Answers whether one was at work: one that is over or gone is no error. */
export async function endApprovalWorkflow(
  workflows: DeploymentContext["approvalWorkflows"],
  tenantId: string,
  approvalId: string,
): Promise<boolean> {
  try {
    await (await workflows.get(await approvalWorkflowId(tenantId, approvalId))).terminate();
    return true;
  } catch {
    return false;
  }
}
