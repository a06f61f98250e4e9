/** Every vendor there is. Adding one is its folder and a line here. */
export { clickup } from "./clickup/index.ts";
export { dataService } from "./data-service/index.ts";
export { github } from "./github/index.ts";
export { githubTeam } from "./github-team/index.ts";
export { google } from "./google/index.ts";
export { jira } from "./jira/index.ts";
export { microsoft } from "./microsoft/index.ts";
export { quo } from "./quo/index.ts";
export { slack } from "./slack/index.ts";
