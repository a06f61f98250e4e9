/**
 * Names the risks that the measurements indicate. Each cites the facts it rests on, and citations are
 * checked.
 */
import { riskDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You assess the risks to a project's delivery. You get numbered facts (F1, F2, …): velocity, critical path, due dates, overdue and blocked work, drift from the plan, load, lessons from earlier projects; then the open tasks.

List only risks the facts support, most severe first; an empty list if all is well.
- evidence: the numbers of the facts the risk rests on.
- confidence: low if few facts or samples support it.
- mitigation_suggestions: what someone on this team can do this week.
- estimated_impact_days: by how many working days delivery would move; your own estimate from the facts, 0 if they give no basis.

${PROJECT_RULES}`;

/** The name is persisted with runs. */
export const riskPredictor = defineAgent({
  name: "risk-predictor",
  title: "Risk predictor",
  description: "Flags risks to a project's deadline, with the figures behind them.",
  tier: "heavy",
  instructions: INSTRUCTIONS,
  output: riskDraftSchema,
  maxTokens: 4_000,
});
