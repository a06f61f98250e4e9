/** OAuth apps registered at the vendors, by vendor name. To add one, add a line here. */
import { CLICKUP_APP } from "./clickup/consent.ts";
import { GITHUB_APP } from "./github/consent.ts";
import { GOOGLE_APP } from "./google/consents.ts";
import { JIRA_APP } from "./jira/consent.ts";
import { MICROSOFT_APP } from "./microsoft/consents.ts";
import { SLACK_APP } from "./slack/consent.ts";

export const SANDBOX_APPS = {
  clickup: CLICKUP_APP,
  github_team: GITHUB_APP,
  google: GOOGLE_APP,
  jira: JIRA_APP,
  microsoft: MICROSOFT_APP,
  slack: SLACK_APP,
} as const;
