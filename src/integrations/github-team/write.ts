/** Writes issues to GitHub. Called by effects only. */
import { orNull } from "../json-client.ts";
import { commentSchema, issueSchema, parseAnswer } from "./parse.ts";
import { repositoryPath, type GitHubTeamAccount } from "./read.ts";
import type { IssueComment, IssueState, StoredIssue } from "./types.ts";

/** Writable issue fields; absent ones stay unchanged. Labels and assignees are replaced as a whole. */
interface IssueFields {
  readonly title?: string | undefined;
  /** Markdown; null clears it. */
  readonly body?: string | null | undefined;
  readonly state?: IssueState | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
}

/** Pull requests have no close reason. */
function bodyOf({ state, ...fields }: IssueFields, isPull: boolean): Record<string, unknown> {
  if (state === undefined) return fields;
  if (isPull) return { ...fields, state: state === "open" ? "open" : "closed" };
  const reason = {
    open: "reopened",
    closed: "completed",
    not_planned: "not_planned",
    duplicate: "duplicate",
  };
  return { ...fields, state: state === "open" ? "open" : "closed", state_reason: reason[state] };
}

export async function createIssue(
  account: GitHubTeamAccount,
  repository: string,
  fields: Omit<IssueFields, "state"> & { readonly title: string },
): Promise<StoredIssue> {
  const path = `${repositoryPath(account, repository)}/issues`;
  const { body, ...rest } = fields;
  const answer = await account.client({
    method: "POST",
    path,
    body: { ...rest, ...(body === null ? {} : { body }) },
  });
  return parseAnswer(issueSchema, answer, "unknown");
}

export async function updateIssue(
  account: GitHubTeamAccount,
  { repository, number, isPull }: Pick<StoredIssue, "repository" | "number" | "isPull">,
  fields: IssueFields,
): Promise<void> {
  const path = `${repositoryPath(account, repository)}/issues/${number}`;
  await account.client({ method: "PATCH", path, body: bodyOf(fields, isPull) });
}

export async function commentIssue(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
  text: string,
): Promise<IssueComment> {
  const path = `${repositoryPath(account, repository)}/issues/${number}/comments`;
  return parseAnswer(
    commentSchema,
    await account.client({ method: "POST", path, body: { body: text } }),
    "unknown",
  );
}

/** Idempotent. */
export async function deleteComment(
  account: GitHubTeamAccount,
  repository: string,
  commentId: string,
): Promise<void> {
  const path = `${repositoryPath(account, repository)}/issues/comments/${encodeURIComponent(commentId)}`;
  await orNull(account.client({ method: "DELETE", path }));
}
