/** The tools of this toolset. Adding one is its file and a line here. */
export { askUser } from "./ask-user.ts";
export { delegate } from "./delegate.ts";
