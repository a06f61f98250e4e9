/** Agent performance: figures by the day, and what needs a person's look. */
export { agentFigures } from "./list.ts";
export { matterFigures } from "./matters.ts";
export { measureAgents, type MetricsDeps } from "./measure.ts";
