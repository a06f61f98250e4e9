/** Earned autonomy: Steward proposes a rule when people keep approving unchanged, and revokes it when edits return. */
export { isOnProbation, nextStep, reachesLine } from "./arithmetic.ts";
export { consider, considerDue, settleProposal } from "./consider.ts";
export { listEarned } from "./list.ts";
export type * from "./ports.ts";
export { earnedRuleSchema, isBorneOut, isInForce, putInForce, takeOut } from "./rule.ts";
export { isSampled, sampleOf } from "./sample.ts";
