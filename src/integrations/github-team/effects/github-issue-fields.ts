/** What issues on GitHub are made of, in the kinds of effects that write them: people by their logins, labels by their names. */
import * as z from "zod";
import { findIssue, type GitHubTeamAccount } from "../read.ts";
import { ISSUE_STATES, type StoredIssue } from "../read.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import { definePrecondition } from "../../../approvals/effects/define-effect.ts";

/** GitHub takes 256 characters of a title and 65,536 of a body; a card shows fewer. */
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
/** Some of them. */
export type SomeIssueFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Where an issue is, or will be. */
export const githubPlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** `owner/name`. */
  repository: z.string(),
  /** Whether anybody on the internet can read it. */
  isPublic: z.boolean(),
});

/** Which issue or pull request, as the card names it. */
export const githubIssuePlaceSchema = githubPlaceSchema.extend({
  number: z.int().min(1),
  isPull: z.boolean(),
  /** As it is called before anything is changed. */
  issueTitle: z.string(),
});

/** What drafts about the same issue or pull request have in common. */
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

/** Issues, as comments on them are told. */
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

/** What a public repository means for whatever is written there. */
export function publicLints({ isPublic }: { readonly isPublic: boolean }): Lint[] {
  if (!isPublic) return [];
  const message = "This repository is public: anyone on the internet can read this.";
  return [{ code: "public_repository", level: "danger", message, path: "/repository" }];
}

/** An issue's fields as documents hold them. */
export function storedIssueFields({ title, body, state, labels, assignees }: StoredIssue): Fields {
  return { title, body, state, labels: [...labels], assignees: [...assignees] };
}

/** The issue still there; throws IntegrationError `not_applied` where it is gone. */
export async function issueThere(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
): Promise<StoredIssue> {
  const issue = await findIssue(account, repository, number);
  if (issue !== null) return issue;
  throw new IntegrationError("github", "the issue is gone, or not in a repository that is set up", {
    outcome: "not_applied",
    status: 404,
  });
}

type Place = Pick<z.output<typeof githubIssuePlaceSchema>, "connectionId" | "repository" | "number">;
const { connectionId, repository, number, issueTitle } = githubIssuePlaceSchema.shape;
const observedPlace = z.object({ connectionId, repository, number });
const aboutIssue = (one: Omit<Place, "connectionId">): string => `${one.repository}#${one.number}`;

/** The fields that are about to change still are what the card says they are. */
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

/** The issue still is the one the card names. */
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
