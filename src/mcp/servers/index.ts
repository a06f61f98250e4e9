/** A team's own MCP servers and their tools, which are untrusted until an admin enables them. */
export { inputProblems } from "./check-input.ts";
export {
  addServer,
  callOnServer,
  changedAlert,
  checkServer,
  getServer,
  listServers,
  removeServer,
  setTool,
  slugOf,
  type ServerDeps,
  type ServerRow,
} from "./manage.ts";
