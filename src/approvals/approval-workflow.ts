/** Starts, wakes and ends the Workflow of an approval. */
import type { ApprovalDeps } from "./index.ts";
import type { Logger } from "../kernel/log.ts";
import { approvalWorkflowId } from "../kernel/tenant-names.ts";
import type { DeploymentContext } from "../platform/context.ts";

/** Event type that wakes an approval's Workflow. Unique per approval. */
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
    /**
     * Creating an instance with a used ID throws in production but not in local development, so check whether
     * the instance exists afterwards.
     */
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
    /** A Workflow that has ended or doesn't exist is not an error: the reconciler takes over. */
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

/** Terminates an approval's Workflow. Returns whether it was running. */
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
