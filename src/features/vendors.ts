/** Every vendor there is. Adding one is its folder and a line here. */
export { clickup } from "../integrations/clickup/index.ts";
export { dataService } from "../integrations/data-service/index.ts";
export { github } from "../integrations/github/index.ts";
export { githubTeam } from "../integrations/github-team/index.ts";
export { google } from "../integrations/google/index.ts";
export { jira } from "../integrations/jira/index.ts";
export { quo } from "../integrations/quo/index.ts";
export { slack } from "../integrations/slack/index.ts";
