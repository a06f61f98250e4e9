/** The tools of this toolset. Adding one is its file and a line here. */
export { listServerTools } from "./list-server-tools.ts";
export { lookUpOnServer } from "./look-up-on-server.ts";
export { readServerAnswer } from "./read-server-answer.ts";
export { useServerTool } from "./use-server-tool.ts";
