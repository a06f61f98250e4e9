/** Agents: who they are, what they are told, and the loop that runs them. */
export type { RunSkill } from "./email-guidance.ts";
export { askOnce, type Answer } from "./ask-once.ts";
export { keeper } from "./definitions/keeper.ts";
export { steward } from "./definitions/steward.ts";
export { summarizer } from "./definitions/summarizer.ts";
export {
  getInstructions,
  instructionsByAgent,
  instructionsHistory,
  restoreInstructions,
  updateInstructions,
} from "./instructions.ts";
export { AGENTS, grantsOf, modelOf, type AgentDefinition, type ModelNames } from "./registry.ts";
export { AgentRunner, type AgentWorld } from "./runner.ts";
export { tenantBlock, type TenantFacts } from "./tenant-block.ts";
