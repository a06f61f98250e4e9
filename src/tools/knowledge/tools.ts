/** The tools of this toolset. Adding one is its file and a line here. */
export { retrieveContext } from "./retrieve-context.ts";
