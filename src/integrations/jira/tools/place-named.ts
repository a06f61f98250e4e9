import type { JiraServices } from "./index.ts";
import { jiraIssueNamed, projectName } from "./named.ts";

/** An issue with its project in document form; a string is an error for the model. */
export async function jiraPlaceNamed(services: JiraServices, asked: string) {
  const issue = await jiraIssueNamed(services, asked);
  if (typeof issue === "string") return issue;
  const { key, project, summary: issueSummary } = issue;
  const { connectionId } = services;
  const page = `${services.page}/${key}`;
  return {
    issue,
    place: { connectionId, key, projectName: projectName(services, project), issueSummary, page },
  };
}
