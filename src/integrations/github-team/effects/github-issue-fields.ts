/** Issue fields shared by GitHub effects: people by login, labels by name. */
import * as z from "zod";
import { findIssue, type GitHubTeamAccount, ISSUE_STATES, type StoredIssue } from "../read.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import { definePrecondition } from "../../../approvals/effects/define-effect.ts";

/** GitHub allows 256 characters for a title and 65,536 for a body; our limits are lower. */
export const githubIssueFieldsSchema = z.strictObject({
  title: z.string().min(1).max(256),
  /** Markdown. */
  body: z.string().max(8000).nullable(),
  state: z.enum(ISSUE_STATES),
  labels: z.array(z.string().min(1)).max(20),
  /** Logins. */
  assignees: z.array(z.string().min(1)).max(10),
});
type Fields = z.output<typeof githubIssueFieldsSchema>;
export type SomeIssueFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export const githubPlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** `owner/name`. */
  repository: z.string(),
  /** Visible to everyone on the internet. */
  isPublic: z.boolean(),
});

/** The issue or pull request as the card names it. */
export const githubIssuePlaceSchema = githubPlaceSchema.extend({
  number: z.int().min(1),
  isPull: z.boolean(),
  /** The title before any change. */
  issueTitle: z.string(),
});

/** Groups drafts about the same issue or pull request. */
export function githubThread({
  connectionId,
  repository,
  number,
}: {
  readonly connectionId: string;
  readonly repository: string;
  readonly number: number;
}) {
  return `github:${connectionId}:${repository}#${number}`;
}

/** How comment effects describe issues. */
export const COMMENTED_ISSUE = {
  noun: "issue",
  name: "issueTitle",
  place: "repository",
  placeLabel: "Repository",
  ids: [
    ["number", "Number"],
    ["isPull", "Pull request"],
    ["isPublic", "Public"],
  ],
} as const;

/** Warns that text in a public repository is public. */
export function publicLints({ isPublic }: { readonly isPublic: boolean }): Lint[] {
  if (!isPublic) return [];
  const message = "This repository is public: anyone on the internet can read this.";
  return [{ code: "public_repository", level: "danger", message, path: "/repository" }];
}

/** An issue's fields in document form. */
export function storedIssueFields({ title, body, state, labels, assignees }: StoredIssue): Fields {
  return { title, body, state, labels: [...labels], assignees: [...assignees] };
}

/** The issue; throws IntegrationError `not_applied` if it is gone. */
export async function issueThere(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
): Promise<StoredIssue> {
  const issue = await findIssue(account, repository, number);
  if (issue !== null) return issue;
  throw new IntegrationError("github", "the issue is gone, or not in a connected repository", {
    outcome: "not_applied",
    status: 404,
  });
}

type Place = Pick<z.output<typeof githubIssuePlaceSchema>, "connectionId" | "repository" | "number">;
const { connectionId, repository, number, issueTitle } = githubIssuePlaceSchema.shape;
const observedPlace = z.object({ connectionId, repository, number });
const aboutIssue = (one: Omit<Place, "connectionId">): string => `${one.repository}#${one.number}`;

/** Precondition: the fields to change still have the values the card shows. */
export const githubIssueUnchanged = definePrecondition({
  kind: "github_issue_unchanged",
  observed: observedPlace.extend({ was: githubIssueFieldsSchema.partial() }),
  about: aboutIssue,
  of: ({ connectionId, repository, number, was }: Place & { was: SomeIssueFields }) => ({
    connectionId,
    repository,
    number,
    was: was as Partial<Fields>,
  }),
  async check({ connectionId, repository, number, was }, world) {
    const issue = await findIssue(await world.account("github_team", connectionId), repository, number);
    if (issue === null) return { holds: false, reason: "The issue is gone." };
    if (hasFields(storedIssueFields(issue), was)) return { holds: true };
    return { holds: false, reason: "The issue was changed on GitHub since this was drafted." };
  },
});

/** Precondition: the issue still has the title the card shows. */
export const githubIssueAsShown = definePrecondition({
  kind: "github_issue_as_shown",
  observed: observedPlace.extend({ issueTitle }),
  about: aboutIssue,
  of: ({ connectionId, repository, number, issueTitle }: Place & { issueTitle: string }) => ({
    connectionId,
    repository,
    number,
    issueTitle,
  }),
  async check({ connectionId, repository, number, issueTitle }, world) {
    const issue = await findIssue(await world.account("github_team", connectionId), repository, number);
    if (issue === null) return { holds: false, reason: "The issue is gone." };
    if (issue.title === issueTitle) return { holds: true };
    const reason = `The issue was renamed since this was drafted: it is now “${issue.title}”.`;
    return { holds: false, reason };
  },
});
