/** The tools of this toolset. To add one, add its file and a line here. */
export { getUsage } from "./get-usage.ts";
export { listInbox } from "./list-inbox.ts";
export { listOwnActs } from "./list-own-acts.ts";
export { listQuestions } from "./list-questions.ts";
export { listTeam } from "./list-team.ts";
export { notifyTeam } from "./notify-team.ts";
export { proposeHouseRule } from "./propose-house-rule.ts";
export { searchHelp } from "./search-help.ts";
export { undoOwnAct } from "./undo-own-act.ts";
