/** The agents of the product. Adding one is its file and a line here. */
export { documentSpecialist } from "./document.ts";
export { emailSpecialist } from "./email.ts";
export { mailSummarizer } from "./mail-summarizer.ts";
export { memoryCurator } from "./memory-curator.ts";
export { researcher } from "./researcher.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
export { taskExtractor } from "./task-extractor.ts";
export { taskSpecialist } from "./task.ts";
export { urgencyJudge } from "./urgency-judge.ts";
