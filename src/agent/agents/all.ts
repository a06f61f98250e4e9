/** The agents of this room. A new agent is one file and one line here. */
export { digester } from "./digester.ts";
export { draftJudge } from "./draft-judge.ts";
export { researcher } from "./researcher.ts";
export { statementJudge } from "./statement-judge.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
