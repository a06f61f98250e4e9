/** The agents of the product. Adding one is its file and a line here. */
export { mailSummarizer } from "./mail-summarizer.ts";
export { memoryCurator } from "./memory-curator.ts";
export { researcher } from "./researcher.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
export { urgencyJudge } from "./urgency-judge.ts";
