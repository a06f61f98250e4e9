/** The tools of this toolset. A new tool is one file and one line here. */
export { runCode } from "./run-code.ts";
