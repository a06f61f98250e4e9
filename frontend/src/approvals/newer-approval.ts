import type { Approval } from "../../../src/approvals/api/approval.ts";

/** The newer of two versions of one approval. */
export function newerApproval<Seen extends Pick<Approval, "version">>(
  known: Seen | undefined,
  incoming: Seen,
): Seen {
  return known && known.version > incoming.version ? known : incoming;
}
