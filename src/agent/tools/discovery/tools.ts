/** The tools of this toolset. Adding one is its file and a line here. */
export { findTools } from "./find-tools.ts";
export { useTool } from "./use-tool.ts";
