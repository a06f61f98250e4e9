/** The agents of this room. Adding one is its file and a line here. */
export { emailSpecialist } from "./email-specialist.ts";
export { mailSummarizer } from "./mail-summarizer.ts";
export { urgencyJudge } from "./urgency-judge.ts";
