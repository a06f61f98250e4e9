import type { Approval } from "../../../src/approvals/api/approval.ts";

type Urgent = Pick<Approval, "urgent" | "createdAt">;

/** Urgent first, then who waited longest. */
export function byUrgency(left: Urgent, right: Urgent): number {
  if (left.urgent !== right.urgent) return left.urgent ? -1 : 1;
  return left.createdAt.localeCompare(right.createdAt);
}
