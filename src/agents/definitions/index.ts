/** The agents of the product. Adding one is its file and a line here. */
export { aiPm } from "./ai-pm.ts";
export { documentSpecialist } from "./document.ts";
export { emailSpecialist } from "./email.ts";
export { learningAgent } from "./learning-agent.ts";
export { mailSummarizer } from "./mail-summarizer.ts";
export { memoryCurator } from "./memory-curator.ts";
export { researcher } from "./researcher.ts";
export { riskPredictor } from "./risk-predictor.ts";
export { scopeDetector } from "./scope-detector.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
export { summaryWriter } from "./summary-writer.ts";
export { taskExtractor } from "./task-extractor.ts";
export { taskSpecialist } from "./task.ts";
export { urgencyJudge } from "./urgency-judge.ts";
export { wbsGenerator } from "./wbs-generator.ts";
export { whatsNext } from "./whats-next.ts";
