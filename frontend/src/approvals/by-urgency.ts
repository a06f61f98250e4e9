import type { Approval } from "../../../src/approvals/api/approval.ts";

/** Urgent first, then who waited longest. */
export function byUrgency(left: Approval, right: Approval): number {
  if (left.urgent !== right.urgent) return left.urgent ? -1 : 1;
  return left.createdAt.localeCompare(right.createdAt);
}
