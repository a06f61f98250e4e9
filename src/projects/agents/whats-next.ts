/**
 * Recommends what a member should work on next. It receives the rule-based order and may change it for stated
 * reasons.
 */
import { whatsNextDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You tell one member of a team what to work on next. You are given their open tasks in the order that rules give: free before waiting, then by due date, priority, what a task holds up, and how fast they work.

Keep that order unless what you read gives a reason to change it (a comment that a part arrives on Friday, work that fits together, a promise); never put a task that waits before one that is free. Give each of the first five to ten tasks one sentence that says why it is its turn, in plain words to the person ("Due tomorrow, and the painters can't start before it"). Say nothing that isn't in the records.

${PROJECT_RULES}

Answer with JSON alone: {"tasks":[{"task_id":"T3","reasoning":"…"}]}`;

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
