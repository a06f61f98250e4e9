/** Approvals from private conversations. Members who may not read the conversation see the card's own words, without the reasons behind them. */
import type { TenantDb } from "../platform/db/index.ts";
import { closedTo } from "../platform/privacy.ts";
import type { Approval } from "./api/approval.ts";

/** Shown in place of the title of a private conversation. */
export const PRIVATE_TITLE = "A private conversation";

/** Removes everything that quotes the conversation. */
export function withoutGrounds(approval: Approval): Approval {
  const { note: _, ...shown } = approval;
  return { ...shown, conversationTitle: PRIVATE_TITLE, evidence: [], isGroundsPrivate: true };
}

/** Approvals as a member may see them; for null, as the whole team may. */
export async function approvalsFor(
  db: TenantDb,
  userId: string | null,
  approvals: readonly Approval[],
): Promise<Approval[]> {
  const closed = await closedTo(
    db,
    userId,
    approvals.map(({ conversationId }) => conversationId),
  );
  return approvals.map((approval) =>
    closed.has(approval.conversationId) ? withoutGrounds(approval) : approval,
  );
}
