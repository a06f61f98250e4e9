/** The agents of this room. Adding one is its file and a line here. */
export { aiPm } from "./ai-pm.ts";
export { learningAgent } from "./learning-agent.ts";
export { nlQuery } from "./nl-query.ts";
export { riskPredictor } from "./risk-predictor.ts";
export { scopeDetector } from "./scope-detector.ts";
export { sowGenerator } from "./sow-generator.ts";
export { summaryWriter } from "./summary-writer.ts";
export { taskExtractor } from "./task-extractor.ts";
export { taskTypes } from "./task-types.ts";
export { wbsGenerator } from "./wbs-generator.ts";
export { whatsNext } from "./whats-next.ts";
export { writingAssistant } from "./writing-assistant.ts";
