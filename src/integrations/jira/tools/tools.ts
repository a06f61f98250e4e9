export { commentOnJiraIssue } from "./comment-on-jira-issue.ts";
export { createJiraIssue } from "./create-jira-issue.ts";
export { getJiraIssue } from "./get-jira-issue.ts";
export { listJiraProjects } from "./list-jira-projects.ts";
export { searchJira } from "./search-jira.ts";
export { updateJiraIssue } from "./update-jira-issue.ts";
