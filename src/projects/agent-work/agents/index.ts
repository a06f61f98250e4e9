/**
 * The work of the project agents. To add one, add its file and a line here. Chat and writing agents have
 * none.
 */
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

/** The work of an agent; null for a chat-only agent. */
export function workOf(name: ProjectAgentName): ProjectAgentWork | null {
  return ALL.find((one) => one.name === name) ?? null;
}
