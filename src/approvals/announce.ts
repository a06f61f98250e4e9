/** Shows a moved approval to its conversation, to open pages and to notifications. Best effort: what it fails to show is read on the next load. */
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { find, type Loaded } from "./store.ts";
import { view } from "./view.ts";

/** Reads the approval again and announces it. */
export async function announceChange(deps: ApprovalDeps, approvalId: string): Promise<Approval | null> {
  const loaded = await find(deps, approvalId);
  return loaded === null ? null : announce(deps, loaded);
}

/**
 * Shows the approval; notifications that asked for a decision are replaced once there is one, which no one waits for: a slow push service must not slow
 * a decision.
 */
export async function announce(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  const approval = await show(deps, loaded);
  if (approval.status !== "pending" && approval.status !== "needs_human")
    deps.keepAlive(deps.resolveNotification(approval));
  return approval;
}

/** Shows the approval alone: it is on its way, and will be announced where that ends. */
export async function show(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  const approval = await view(deps, loaded);
  await Promise.all([deps.showInConversation(approval), deps.publish(approval)]);
  return approval;
}
