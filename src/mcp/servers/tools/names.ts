/** Names of the tools that reach the team's own servers. */
export const SERVER_TOOL_NAMES: readonly string[] = [
  "list_server_tools",
  "look_up_on_server",
  "read_server_answer",
  "use_server_tool",
];
