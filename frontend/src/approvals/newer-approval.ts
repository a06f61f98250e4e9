import type { Approval } from "../../../src/approvals/api/approval.ts";

/** The newer of two versions of one approval. */
export function newerApproval(known: Approval | undefined, incoming: Approval): Approval {
  return known && known.version > incoming.version ? known : incoming;
}
