/** Waits that end at once: what they wait for can't come any more. */
import type { Approval, ApprovalStatus } from "../../src/approvals/api/approval.ts";

/** Thrown by what a wait looks at. `until` and `eventually` pass it on instead of looking again. */
export class CannotCome extends Error {
  override readonly name = "CannotCome";
}

/** Statuses that no approval leaves. `needs_human` is none: a late answer of the provider ends it. */
const FINAL: ReadonlySet<ApprovalStatus> = new Set([
  "done",
  "failed",
  "not_done",
  "rejected",
  "expired",
  "stale",
  "withdrawn",
]);

/** Whether an approval has come to a status. Throws CannotCome where it has come to another for good. */
export function hasComeTo({ id, status }: Pick<Approval, "id" | "status">, wanted: ApprovalStatus): boolean {
  if (status === wanted) return true;
  if (FINAL.has(status)) throw new CannotCome(`approval ${id} is ${status} for good, never ${wanted}`);
  return false;
}
