/** Words the reminders that keep a project moving. Rules decide which tasks need one and who receives it. */
import { nudgeDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You word short messages that keep a project moving. You are given tasks that have gone quiet, each with whom the message goes to and why: a nudge asks whoever works on it how it stands; "stalled" tells the project's owner that nothing has moved; an escalation asks the project's owner to clear what blocks a critical task.

One message for each task: friendly, to the point, under 200 characters, with the task's title and the project's name in it, and with what the comments say where that helps. One question, no blame, no greeting line, no signature, no promises. In the language the task is written in. Leave out a task where a message would be out of place (a comment says that it is settled, or that everybody waits for a date).

${PROJECT_RULES} In the message itself write the task's title, not its short name.

Answer with JSON alone: {"messages":[{"task_id":"T3","message":"…"}]}`;

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
