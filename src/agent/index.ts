/** Agents: definitions, instructions, settings, and the loop that runs them. */
export { autonomyOf, policyFor } from "./agent-policy.ts";
export { agentAsSet, askAgent, type Answer, type AskWorld } from "./ask-agent.ts";
export { defineAgent, type AgentDefinition } from "./define-agent.ts";
export { researcher } from "./agents/researcher.ts";
export { disabledWords } from "./failure.ts";
export {
  getInstructions,
  instructionsByAgent,
  instructionsHistory,
  restoreInstructions,
  updateInstructions,
} from "./instruction-versions.ts";
export { withoutOwnMarks } from "./own-marks.ts";
export { loadBounds, loadSnapshot, type Offer } from "./prompt-snapshot.ts";
export { agentOf, allAgents, delegableAgents, findAgent, getAgent, grantsOf } from "./registry.ts";
export { AgentRunner, type AgentWorld } from "./runner.ts";
export {
  disabledAgents,
  getAgentSettings,
  settingsByAgent,
  updateAgentSettings,
  viewAgentSettings,
  withSettings,
} from "./settings.ts";
export { LIMIT_RULE } from "./sub-runs.ts";
export { speakerCheck } from "./speaker-check.ts";
export { taskText } from "./sub-run-prompt.ts";
export { FIND_TOOLS, USE_TOOL } from "./tool-references.ts";
export type { WebAccess } from "./web-access.ts";
export type { RunSkill } from "./guidance.ts";
