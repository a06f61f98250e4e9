/** The agents of this room. Adding one is its file and a line here. */
export { researcher } from "./researcher.ts";
export { steward } from "./steward.ts";
export { summarizer } from "./summarizer.ts";
