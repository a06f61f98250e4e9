/**
 * Names the risks that the measurements indicate. Each cites the facts it rests on, and citations are
 * checked.
 */
import { riskDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You assess the risks to a project's delivery. You are given facts, numbered F1, F2, …: velocity over two, four and eight weeks, time spent blocked, the critical path, drift from the plan, load, how the overdue work grows, and what the team learned from earlier projects.

Name each risk that the facts speak of, the gravest first; none that they don't, and an empty list where all is well. For each:
- evidence: the numbers of the facts it rests on.
- confidence: 0 to 1, by how much data speaks for it; few data, low confidence.
- affected_tasks: tasks by their short names.
- mitigation_suggestions: what somebody of this team could do this week, concretely.
- estimated_impact_days: working days the delivery would move, worked out from the facts.

${PROJECT_RULES}

Answer with JSON alone: {"risks":[{"category":"schedule","severity":"high","confidence":0.7,"description":"…","evidence":["F2"],"affected_tasks":["T3"],"mitigation_suggestions":["…"],"estimated_impact_days":3}]}`;

/** The name is persisted with runs. */
export const riskPredictor = defineAgent({
  name: "risk-predictor",
  title: "Risk predictor",
  description: "Names what threatens a project's delivery, with the figures that speak for it.",
  tier: "heavy",
  instructions: INSTRUCTIONS,
  output: riskDraftSchema,
  maxTokens: 4_000,
});
