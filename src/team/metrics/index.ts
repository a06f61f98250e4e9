/** Agent performance: daily metrics, and alarms. */
export { agentFigures } from "./list.ts";
export { matterFigures } from "./matters.ts";
export { measureAgents } from "./measure.ts";
