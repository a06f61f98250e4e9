/**
 * Draws lessons from finished work. All metrics are measured; the model names recurring problems and what
 * helped.
 */
import { learningDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You draw lessons from a team's finished work for its next plans. You get numbered facts (F1, F2, …): estimates against time spent, by kind of work; tasks that were blocked or late, and for how long; and the comments on them.

- risk_patterns: causes that recur in more than one task. evidence: the numbers of the facts. mitigation_that_worked: what helped, from the comments; empty if they do not say.
- recommendations: one sentence each: what to do differently when planning, and why. Kinds of work with fewer than three samples support none.

${PROJECT_RULES}`;

/** The name is persisted with runs. */
export const learningAgent = defineAgent({
  name: "learning-agent",
  title: "Learning agent",
  description: "Learns from finished work how far estimates are off and what keeps going wrong.",
  tier: "main",
  instructions: INSTRUCTIONS,
  output: learningDraftSchema,
  maxTokens: 3_000,
});
