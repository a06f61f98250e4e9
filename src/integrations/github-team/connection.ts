/**
 * The repositories a team works in on GitHub, for issues and code. Separate from the mirror's connection (`github.ts`): the mirror's
 * token writes contents of one repository; this one's writes issues and reads code in the repositories listed here. Each is connected and
 * disconnected independently, and tools never see the mirror's token.
 */
import * as z from "zod";
import { repositorySchema } from "../api/repository.ts";
import type { ConnectionKind } from "../connections/connection.ts";

/** Maximum repositories per connection: searches name each one, besides GitHub's 256 characters of search words. */
export const MAX_REPOSITORIES = 20;

const gitHubTeamSettingsSchema = z.object({
  /** `owner/name`. Others are never accessed, even if the token could. */
  repositories: z.array(repositorySchema).min(1).max(MAX_REPOSITORIES),
});
export type GitHubTeamSettings = z.infer<typeof gitHubTeamSettingsSchema>;

export const gitHubTeamConnections: ConnectionKind<GitHubTeamSettings> = {
  vendor: "github_team",
  settings: gitHubTeamSettingsSchema,
  credentialField: "token",
};
