/** A team's own servers of the Model Context Protocol, and their tools, which nobody trusts before an admin does. */
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
