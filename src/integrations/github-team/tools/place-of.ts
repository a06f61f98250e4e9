import type { StoredIssue } from "../read.ts";
import type { GitHubServices } from "./index.ts";
import { issueNamed } from "./named.ts";

/** An issue or pull request with where it stands, as documents name it; a string says what is wrong. */
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
