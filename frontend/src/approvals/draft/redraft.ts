/** The draft that replaced one that is out of date. Pure. */
import type { ApprovalRow } from "../../../../src/approvals/api/approval.ts";

/** The newest later draft by the same tool for the same person in the same conversation; null if there is none yet. */
export function redraftOf(stale: ApprovalRow, others: readonly ApprovalRow[]): ApprovalRow | null {
  const later = others.filter(
    (one) =>
      one.id !== stale.id &&
      one.conversationId === stale.conversationId &&
      one.target === stale.target &&
      one.tool === stale.tool &&
      one.createdAt > stale.createdAt,
  );
  return later.toSorted((left, right) => right.createdAt.localeCompare(left.createdAt))[0] ?? null;
}
