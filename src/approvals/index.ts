/** Approvals: external actions that wait for a person, and the ledger that executes each at most once. */
export { actByRule, type SystemAct } from "./act-by-rule.ts";
export { actsOfConversation, listActs, type Act } from "./acts.ts";
export { actDirectly, findDirectAct } from "./act-directly.ts";
export { advance } from "./advance.ts";
export { causeOf } from "./cause.ts";
export { compensate } from "./compensate.ts";
export { earnedBy, SAMPLE_RULE } from "./decision-tallies.ts";
export { decide } from "./decide.ts";
export { decideMany } from "./decide-many.ts";
export { describe, type Described } from "./describe.ts";
export { listDrafts, type DraftLine, type DraftQuery } from "./drafts.ts";
export { formOf } from "./form.ts";
export { approvalsFor, PRIVATE_TITLE, withoutGrounds } from "./private-approvals.ts";
export { EVIDENCE_SOURCES } from "./show-document.ts";
export { approvalsOfRun, findApproval, findProposal, getApproval, listApprovals } from "./list.ts";
export { contradicts } from "./house-rules.ts";
export { houseRule } from "./effects/house-rule.ts";
export { checkWords, type HouseChannel, type HouseRule } from "./api/house-rules.ts";
export { looksDangerous } from "./lints.ts";
export { countWaitingDrafts, hasWaitingDrafts, markThreadStale, showWaitingDrafts } from "./mark-stale.ts";
export type * from "./ports.ts";
export { REPLACES } from "./other-drafts.ts";
export { preview } from "./preview.ts";
export { approvalIdOf, propose } from "./propose.ts";
export { alertOfDraft, alertOfDrafts } from "./request-decision.ts";
export { reconcile } from "./reconcile.ts";
export { isEffect, markReturned } from "./mark-returned.ts";
export { resolve } from "./resolve.ts";
export { sendersOf } from "./senders.ts";
export {
  MCP_CONVERSATION,
  POLICY_CONVERSATION,
  projectConversation,
  ACCOUNTS_CONVERSATION,
  standsAlone,
  STYLE_CONVERSATION,
  SYSTEM_CONVERSATION,
  UPKEEP_CONVERSATION,
} from "./system-conversations.ts";
export type { StaleReason } from "./stale-reasons.ts";
export { stop } from "./stop.ts";
export type * from "./types.ts";
export { undo } from "./undo.ts";
export { withdraw, withdrawForAgent, type AgentWithdrawal } from "./withdraw.ts";
export { beyondEvidence, countedMarks, isBroad, shapeOf, type Shape } from "./evidence-breadth.ts";
