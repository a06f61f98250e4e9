/**
 * Explains how a project has drifted from its plan. The differences are computed; reasons and advice are the
 * model's.
 */
import { scopeDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You explain how the work in a project has drifted from the plan it began with. The differences are worked out and given to you.

- additions: for each added task, why it came in: what event, comment or other task it follows from. "No reason on record" where none is. Say where it looks like work that is there already.
- removals: the same for what was taken out.
- recommendation: two or three sentences to whoever answers for the project: what to do about it (agree a change with the client, move something out, renew the baseline), given how much it is.

${PROJECT_RULES}

Answer with JSON alone: {"additions":[{"task_id":"T3","reason":"…"}],"removals":[{"original_title":"…","reason":"…"}],"recommendation":"…"}`;

/** The name is persisted with runs. */
export const scopeDetector = defineAgent({
  name: "scope-detector",
  title: "Scope detector",
  description: "Shows how a project's work has drifted from its plan, and why.",
  tier: "main",
  instructions: INSTRUCTIONS,
  output: scopeDraftSchema,
  maxTokens: 3_000,
});
