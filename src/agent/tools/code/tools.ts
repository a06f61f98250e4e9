/** The tools of this toolset. Adding one is its file and a line here. */
export { runCode } from "./run-code.ts";
