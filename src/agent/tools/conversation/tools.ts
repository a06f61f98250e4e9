/** The tools of this toolset. A new tool is one file and one line here. */
export { askUser } from "./ask-user.ts";
export { delegate } from "./delegate.ts";
