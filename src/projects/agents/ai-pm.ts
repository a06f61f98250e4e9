/** Words the reminders that keep a project moving. Rules decide which tasks need one and who receives it. */
import { nudgeDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You write short messages that keep a project moving. You get tasks that have gone quiet, each with the kind of message and who receives it: "nudge" asks the person working on it how it stands; "stalled" tells the project's owner that nothing has moved; "escalation" asks the owner to clear what blocks a critical task.

Write one message per task, in the language of the task: friendly, under 200 characters, one question. Name the task and the project exactly as given, and what the comments say if that helps. No blame, greeting, signature or promise. Skip a task if its comments show that a message would be out of place (it is settled, or everyone is waiting for a date).

${PROJECT_RULES}`;

/** The name is persisted with runs. */
export const aiPm = defineAgent({
  name: "ai-pm",
  title: "Project manager",
  description: "Reminds people of work that has gone quiet, and escalates what is stuck.",
  tier: "main",
  beginsInShadow: true,
  // Its messages go through the gate as calls of this toolset.
  toolsets: ["slack"],
  instructions: INSTRUCTIONS,
  output: nudgeDraftSchema,
  maxTokens: 2_500,
});
