import type { StoredIssue } from "../read.ts";
import type { GitHubServices } from "./index.ts";
import { issueNamed } from "./named.ts";

/** An issue or pull request with its repository in document form; a string is an error for the model. */
export async function placeNamed(services: GitHubServices, asked: string) {
  const issue = await issueNamed(services, asked);
  return typeof issue === "string" ? issue : { issue, place: await placeOf(services, issue) };
}

async function placeOf({ connectionId, repository }: GitHubServices, issue: StoredIssue) {
  const { isPublic } = await repository(issue.repository);
  return {
    connectionId,
    repository: issue.repository,
    isPublic,
    number: issue.number,
    isPull: issue.isPull,
    issueTitle: issue.title,
  };
}
