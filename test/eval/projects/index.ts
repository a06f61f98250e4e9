/** The golden sets of the agents that run projects. */
import { aiPmSet } from "./ai-pm.ts";
import { learningAgentSet } from "./learning-agent.ts";
import { nlQuerySet } from "./nl-query.ts";
import { riskPredictorSet } from "./risk-predictor.ts";
import { scopeDetectorSet } from "./scope-detector.ts";
import type { ProjectSet } from "./set.ts";
import { sowGeneratorSet } from "./sow-generator.ts";
import { summaryWriterSet } from "./summary-writer.ts";
import { wbsGeneratorSet } from "./wbs-generator.ts";
import { whatsNextSet } from "./whats-next.ts";
import { writingSet } from "./writing.ts";

/** All of them: one for each agent. */
export const projectSets = (): ProjectSet[] => [
  wbsGeneratorSet(),
  whatsNextSet(),
  nlQuerySet(),
  summaryWriterSet(),
  riskPredictorSet(),
  aiPmSet(),
  scopeDetectorSet(),
  sowGeneratorSet(),
  writingSet(),
  learningAgentSet(),
];
