/**
 * Publishes a changed approval to its conversation, open pages and notifications. Best effort: pages read
 * anything missed on their next load.
 */
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { findLoaded, type Loaded } from "./store.ts";
import { view } from "./view.ts";

export async function announceChange(deps: ApprovalDeps, approvalId: string): Promise<Approval | null> {
  const loaded = await findLoaded(deps, approvalId);
  return loaded === null ? null : announce(deps, loaded);
}

/**
 * Publishes the approval. Once it is decided, its notifications are replaced in the background, so that a
 * slow push service doesn't delay the decision.
 */
export async function announce(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  const approval = await show(deps, loaded);
  if (approval.status !== "pending" && approval.status !== "needs_human")
    deps.keepAlive(deps.resolveNotification(approval));
  return approval;
}

/** Publishes an intermediate state without touching notifications; `announce` follows at the end. */
export async function show(deps: ApprovalDeps, loaded: Loaded): Promise<Approval> {
  const approval = await view(deps, loaded);
  await Promise.all([deps.showInConversation(approval), deps.publish(approval)]);
  return approval;
}
