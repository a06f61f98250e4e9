/** Approvals: external actions that wait for a person, and the ledger that lets none of them happen twice. */
export { actDirectly, findDirectAct, type DirectAct } from "./act-directly.ts";
export { advance } from "./advance.ts";
export { causeOf } from "./cause.ts";
export { compensate } from "./compensate.ts";
export { decide } from "./decide.ts";
export { decideMany } from "./decide-many.ts";
export { approvalsOfRun, findProposal, getApproval, listApprovals } from "./list.ts";
export { looksDangerous } from "./lints.ts";
export { countWaitingDrafts, hasWaitingDrafts, markThreadStale } from "./mark-stale.ts";
export type * from "./ports.ts";
export { preview } from "./preview.ts";
export { approvalIdOf, propose, ringForDecision } from "./propose.ts";
export { reconcile } from "./reconcile.ts";
export { resolve } from "./resolve.ts";
export type * from "./types.ts";
export { undo } from "./undo.ts";
export { withdraw } from "./withdraw.ts";
