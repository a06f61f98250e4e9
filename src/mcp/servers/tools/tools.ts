/** This toolset's tools. To add one, create its file and add a line here. */
export { listServerTools } from "./list-server-tools.ts";
export { lookUpOnServer } from "./look-up-on-server.ts";
export { readServerAnswer } from "./read-server-answer.ts";
export { useServerTool } from "./use-server-tool.ts";
