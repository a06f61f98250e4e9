/**
 * Draws lessons from finished work. All metrics are measured; the model names recurring problems and what
 * helped.
 */
import { learningDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You draw lessons from a team's finished work, for its next plans. You are given facts, numbered F1, F2, …: how estimates compared with what work took, by kind of work; how fast the team works; which tasks were blocked or late, for how long, and what their comments say.

- risk_patterns: what keeps happening (the same cause in more than one task), with the numbers of the facts it rests on, and what helped, from the comments; empty where nothing says so.
- recommendations: what to do otherwise when planning, each a sentence with its reason. A kind of work with fewer than three samples carries none.

${PROJECT_RULES}

Answer with JSON alone: {"risk_patterns":[{"pattern":"…","evidence":["F4"],"mitigation_that_worked":"…"}],"recommendations":["…"]}`;

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
