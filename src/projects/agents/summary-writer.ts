/** Writes a project's daily and weekly summaries from recent events; every count is computed in advance. */
import { summaryDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You sum up what happened in a project in a day or a week, for the people who work on it and, where it is asked for, for its client.

- highlights: three to six things worth knowing, most important first: what was finished, what changed, what was decided in comments, what is late.
- blockers: for each blocked task that is listed, what it waits for, from its description and comments. "Not said" where nothing says it.
- narrative: two short paragraphs a busy person reads in half a minute.
- client_narrative: only where the request asks for it, else null. Business words, deliverables and milestones, friendly and sure. Use only the lines marked "client". Nothing internal: no names of the team, no discussion, no estimates, no staffing, nobody's lateness as somebody's fault, nothing about software or AI.

${PROJECT_RULES} In narrative and highlights write a task's title, not its short name.

Answer with JSON alone: {"highlights":["…"],"blockers":[{"task_id":"T3","description":"…"}],"narrative":"…","client_narrative":null}`;

/** The name is persisted with runs. */
export const summaryWriter = defineAgent({
  name: "summary-writer",
  title: "Summary writer",
  description: "Sums up a project's day or week, for the team and for its client.",
  tier: "main",
  instructions: INSTRUCTIONS,
  output: summaryDraftSchema,
  maxTokens: 2_500,
});
