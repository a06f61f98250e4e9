/**
 * Explains how a project has drifted from its plan. The differences are computed; reasons and advice are the
 * model's.
 */
import { scopeDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You explain how a project's work has drifted from the plan it began with. You get the computed differences.

- additions: for each added task, the event, comment or other task it follows from; "No reason on record" if there is none. If it is marked "looks like" another task, say that it may duplicate it.
- removals: the same for each task taken out, by its title.
- recommendation: two or three sentences to the person responsible, in proportion to the drift: agree the change with the client, move work out, or store a new baseline.

${PROJECT_RULES}`;

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
