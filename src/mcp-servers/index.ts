/** A team's own servers of the Model Context Protocol, and their tools, which nobody trusts before an admin does. */
export {
  addServer,
  callOnServer,
  checkServer,
  listServers,
  removeServer,
  setTool,
  type ServerDeps,
  type ServerRow,
} from "./manage.ts";
