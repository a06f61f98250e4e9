/** The agents that run projects: their work, schedules, autonomy, and people's decisions. */
export { aroundQuestion } from "./around.ts";
export { startAfterChanges } from "./after-change.ts";
export { foundLines } from "./lines.ts";
export { modeOf } from "./mode.ts";
export { nextUp } from "./next-up.ts";
export { agentRhythms } from "./rhythms.ts";
export { decideRun, listAgents, listRuns, projectAt, showRun, startRun } from "./runs.ts";
export { beginSchedules, setSchedule } from "./schedule.ts";
export { listScorecards, showScorecard } from "./scorecard.ts";
export type { AgentAnswer, AgentQuestion, Mode, ProjectAgentDeps, Reader, TellMember } from "./types.ts";
export { writeText } from "./write-text.ts";
export { workOnProjectAgents } from "./run-agents.ts";
