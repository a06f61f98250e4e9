/** The tools of this toolset. A new tool is one file and one line here. */
export { findTools } from "./find-tools.ts";
export { useTool } from "./use-tool.ts";
