/** Which decided approvals are examples of how a team writes. */
import type { Approval } from "./approval.ts";

/** Final approvals: a held decision can still be withdrawn. */
const APPROVED: ReadonlySet<Approval["status"]> = new Set([
  "executing",
  "done",
  "failed",
  "needs_human",
  "not_done",
]);

/**
 * Proposals by the system about itself, such as rules and memories, are not examples of an agent's writing.
 */
const OWN_PLACES: ReadonlySet<string> = new Set([
  "system.policy",
  "system.memory.upkeep",
  "system.style",
  "system:on-call",
]);

/** How a person's decision differed from an agent's proposal; null if it didn't, or is still open. Pure. */
export function exampleVerdict(
  approval: Pick<Approval, "conversationId" | "edited" | "status">,
): "edited" | "rejected" | null {
  if (OWN_PLACES.has(approval.conversationId)) return null;
  if (approval.status === "rejected") return "rejected";
  return approval.edited && APPROVED.has(approval.status) ? "edited" : null;
}
