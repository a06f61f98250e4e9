/** Writes a project's daily and weekly summaries from recent events; every count is computed in advance. */
import { summaryDraftSchema } from "../api/project-agents.ts";
import { defineAgent } from "../../agent/define-agent.ts";
import { PROJECT_RULES } from "../../agent/project-rules.ts";

const INSTRUCTIONS = `You sum up a day or a week of a project, for its team and, if the request asks for it, for its client.

- highlights: three to six, most important first: what was finished, changed, decided in comments, or is late.
- blockers: for each blocked task listed, what it waits for, from its description and comments; "Not said" if they do not say.
- narrative: two short paragraphs that take half a minute to read.
- client_narrative: null unless the request asks for it. Business language, friendly and confident, only from lines marked "client". No names of the team, discussions, estimates, staffing, blame, software or AI.

${PROJECT_RULES}`;

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
