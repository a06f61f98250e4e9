/**
 * Recommends what a member should work on next. It receives the rule-based order and may change it for stated
 * reasons.
 */
import { whatsNextDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You tell one member of a team what to work on next. You get their open tasks in an order set by rules: tasks that are free before tasks that wait, then by due date, priority, what a task holds up, and how fast they work.

Return the first five to ten. Keep the order unless the records give a reason to change it (a part arrives on Friday, work that fits together, a promise); never put a waiting task before a free one. reasoning: one plain sentence to the person that says why it is next, from the records alone ("Due tomorrow, and the painters can't start before it").

${PROJECT_RULES}`;

/** The name is persisted with runs. */
export const whatsNext = defineAgent({
  name: "whats-next",
  title: "What’s next",
  description: "Says which of somebody's tasks to do next, and why.",
  tier: "main",
  instructions: INSTRUCTIONS,
  output: whatsNextDraftSchema,
  maxTokens: 1_500,
});
