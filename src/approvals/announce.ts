/** Shows a moved approval to its conversation, to open pages and to notifications. Best effort: what it fails to show is read on the next load. */
import type { Approval } from "../protocol/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { find } from "./store.ts";
import { view } from "./view.ts";

/**
 * Reads the approval again and shows it; notifications that asked for a decision are replaced once there is one, which no one waits for: a slow
 * push service must not slow a decision.
 */
export async function announceChange(deps: ApprovalDeps, approvalId: string): Promise<Approval | null> {
  const loaded = await find(deps, approvalId);
  if (loaded === null) return null;
  const approval = await view(deps, loaded);
  await Promise.all([deps.showInConversation(approval), deps.publish(approval)]);
  if (approval.status !== "pending" && approval.status !== "needs_human")
    deps.keepAlive(deps.resolveNotification(approval));
  return approval;
}
