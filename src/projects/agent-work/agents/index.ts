/** The work of the agents that run projects. Adding one is its file and a line here. What people talk to, or write with, has none. */
import type { ProjectAgentName } from "../../api/project-agents.ts";
import type { ProjectAgentWork } from "../types.ts";
import { aiPmWork } from "./ai-pm.ts";
import { learningAgentWork } from "./learning-agent.ts";
import { riskPredictorWork } from "./risk-predictor.ts";
import { scopeDetectorWork } from "./scope-detector.ts";
import { sowGeneratorWork } from "./sow-generator.ts";
import { summaryWriterWork } from "./summary-writer.ts";
import { wbsGeneratorWork } from "./wbs-generator.ts";
import { whatsNextWork } from "./whats-next.ts";

const ALL: readonly ProjectAgentWork[] = [
  whatsNextWork,
  summaryWriterWork,
  riskPredictorWork,
  scopeDetectorWork,
  wbsGeneratorWork,
  aiPmWork,
  learningAgentWork,
  sowGeneratorWork,
];

/** The work of an agent; null for one that is only talked to. */
export function workOf(name: ProjectAgentName): ProjectAgentWork | null {
  return ALL.find((one) => one.name === name) ?? null;
}
