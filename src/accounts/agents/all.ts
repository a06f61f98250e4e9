/** The agents of this room. Adding one is its file and a line here. */
export { accountFiler } from "./account-filer.ts";
export { accounts } from "./accounts.ts";
export { followupAgent } from "./followup-agent.ts";
export { searchAgent } from "./search-agent.ts";
export { starter } from "./starter.ts";
export { updaterAgent } from "./updater-agent.ts";
