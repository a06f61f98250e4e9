/** The agents of this room. A new agent is one file and one line here. */
export { researcher } from "./researcher.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
