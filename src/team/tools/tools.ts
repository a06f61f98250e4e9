/** The tools of this toolset. To add one, add its file and a line here. */
export { getUsage } from "./get-usage.ts";
export { listInbox } from "./list-inbox.ts";
export { listTeam } from "./list-team.ts";
export { notifyTeam } from "./notify-team.ts";
